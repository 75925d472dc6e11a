/** The parts of the library's embedded font that its types omit. Widths are in thousandths of the size. */
export interface EmbeddedFont {
  id: string
  scale: number
  font: {
    hasGlyphForCodePoint(codePoint: number): boolean
    glyphForCodePoint(codePoint: number): Glyph
  }
  subset: { includeGlyph(id: number): number }
  widths: number[]
  unicode: Array<readonly number[]>
  encode(text: string): [codes: string[], positions: Position[]]
  ref(): unknown
}

interface Glyph {
  id: number
  advanceWidth: number
  codePoints: readonly number[]
}

interface Position {
  xAdvance: number
  xOffset: number
  yOffset: number
  advanceWidth: number
}

/** A text as written between the brackets of `TJ`, and its width; null where that cannot position its marks. */
export interface SetText {
  codes: string
  width: number
}

/** Names and checksums consist of few pieces: after a sign, and every digit alone. */
const pieces = /(?<=[-/_.: \d])|(?=\d)/u
const mark = /\p{M}/u

/**
 * Sets texts in a font. Shaping is most of the cost of printing, and a page of file names and checksums repeats itself:
 * each piece is shaped once. There is no kerning between two pieces.
 *
 * @param isEven its letters do not affect each other, as in a monospaced face and in ideographs
 */
export function textSetter(font: EmbeddedFont, { isEven }: { isEven: boolean }): (text: string) => SetText | null {
  const known = new Map<string, SetText | null>()
  const once = (piece: string, set: (piece: string) => SetText | null): SetText | null => {
    const kept = known.get(piece)
    if (kept !== undefined) return kept
    const made = set(piece)
    known.set(piece, made)
    return made
  }
  const shape = (piece: string) => shapePiece(font, piece)
  const letter = (one: string) => setLetter(font, one)
  return (text) => {
    const alone = isEven && !mark.test(text)
    let [codes, width] = ['', 0]
    for (const piece of alone ? text : text.split(pieces)) {
      const set = once(piece, alone ? letter : shape)
      if (set === null) return null
      codes += set.codes
      width += set.width
    }
    return { codes, width }
  }
}

function shapePiece(font: EmbeddedFont, piece: string): SetText | null {
  const [hex, positions] = font.encode(piece)
  let [codes, width] = ['', 0]
  for (const [i, { xAdvance, xOffset, yOffset, advanceWidth }] of positions.entries()) {
    if (xOffset !== 0 || yOffset !== 0) return null
    const closer = advanceWidth - xAdvance
    codes += Math.abs(closer) < 0.01 ? hex[i] : `${hex[i]}> ${closer.toFixed(2)} <`
    width += xAdvance
  }
  return { codes, width }
}

function setLetter(font: EmbeddedFont, letter: string): SetText {
  const glyph = font.font.glyphForCodePoint(letter.codePointAt(0) ?? 0)
  const code = font.subset.includeGlyph(glyph.id)
  const width = glyph.advanceWidth * font.scale
  font.widths[code] ??= width
  font.unicode[code] ??= glyph.codePoints
  return { codes: code.toString(16).padStart(4, '0'), width }
}
