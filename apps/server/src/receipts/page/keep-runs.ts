/** A piece of text as the library that embeds fonts has shaped it. */
interface Run {
  glyphs: unknown[]
  positions: unknown[]
  advanceWidth: number
}

/** What is asked of an embedded font that the types do not name. */
export interface ShapingFont {
  font: { hasGlyphForCodePoint(codePoint: number): boolean }
  layoutRun(text: string, features?: unknown): Run
}

/** Names and sums are made of few pieces: behind a sign, around figures, and every ideograph alone. */
const pieces = /(?<=[-/_.:])|(?<=\d)(?!\d)|(?<!\d)(?=\d)|(?<=\p{Ideographic})|(?=\p{Ideographic})/u
/** In a face whose letters are all as wide, none is shaped by the one beside it. */
const letters = /(?=[\x20-\x7e])/

/**
 * Shaping is most of what printing costs, and a page of file names and sums says the same pieces again and again: each is
 * shaped once. Letters of two pieces are not drawn closer together than they are wide.
 */
export function keepRuns(shaping: ShapingFont, { isMono }: { isMono: boolean }): void {
  const kept = new Map<string, Run>()
  const shape = shaping.layoutRun.bind(shaping)
  const runOf = (piece: string): Run => {
    const known = kept.get(piece)
    if (known !== undefined) return known
    const run = shape(piece)
    kept.set(piece, run)
    return run
  }
  shaping.layoutRun = (text) => {
    const runs = text.split(isMono ? letters : pieces).map(runOf)
    return {
      glyphs: runs.flatMap(({ glyphs }) => glyphs),
      positions: runs.flatMap(({ positions }) => positions),
      advanceWidth: runs.reduce((sum, run) => sum + run.advanceWidth, 0),
    }
  }
}
