import type PDFDocument from 'pdfkit'
import { type Face, faces, isEven, readFont } from './fonts.ts'
import { type EmbeddedFont, type SetText, textSetter } from './set-text.ts'
import { wrapText } from './wrap-text.ts'

export interface Style {
  face: Face
  /** Points. */
  size: number
  color: string
  /** Line height, as a multiple of the size. */
  leading?: number
}

export interface Box {
  x: number
  width: number
  align?: 'left' | 'right'
}

type Doc = InstanceType<typeof PDFDocument>

export const MARGIN = 48
const FOOT = 56
const MISSING = '□'
const ASCII = /^[\x20-\x7e]*$/
const MOST_WRAPPED = 500
const written = { lineBreak: false, baseline: 'alphabetic' } as const

export const ink = {
  text: '#17212B',
  soft: '#5B6875',
  rule: '#E4DFD5',
  paper: '#FAF8F4',
  stamp: '#C8371B',
  delivered: '#1E7A4C',
  waiting: '#9A6A00',
} as const

export const styles = {
  title: { face: 'strong', size: 21, color: ink.text, leading: 1.25 },
  heading: { face: 'strong', size: 11, color: ink.text },
  strong: { face: 'strong', size: 9.5, color: ink.text },
  text: { face: 'text', size: 9.5, color: ink.text },
  soft: { face: 'text', size: 8.5, color: ink.soft },
  mono: { face: 'mono', size: 8, color: ink.text },
  code: { face: 'mono', size: 6.8, color: ink.soft },
} as const satisfies Record<string, Style>

interface OpenFont {
  font: EmbeddedFont
  set: (text: string) => SetText | null
}

interface Run {
  file: string
  text: string
}

/** '#17212B' as a page writes it: red, green, blue, from 0 to 1. */
const inkOf = (color: string): string =>
  [1, 3, 5].map((at) => (Number.parseInt(color.slice(at, at + 2), 16) / 255).toFixed(3)).join(' ')

/** A page that fills from the top, and a new page when it is full. Sizes in points. */
export class Paper {
  readonly doc: Doc
  readonly left = MARGIN
  readonly width: number
  y = MARGIN
  /** Some text could not be printed. */
  hasMissing = false
  readonly #fonts = new Map<string, OpenFont>()
  readonly #covers = new Map<string, Map<string, boolean>>()
  /** Widths of words, at a size of one point. */
  readonly #widths = new Map<Face, Map<string, number>>()
  /** The lines of recently wrapped texts: each is measured before it is written. */
  readonly #wrapped = new Map<string, readonly string[]>()

  constructor(doc: Doc) {
    this.doc = doc
    this.width = doc.page.width - 2 * MARGIN
  }

  /** Begins a new page unless `height` still fits on this one. */
  need(height: number): void {
    if (this.y + height <= this.doc.page.height - FOOT) return
    this.doc.addPage()
    this.y = MARGIN
  }

  /** Writes a text in lines from `y` on and moves below it. */
  write(text: string, style: Style, { x, width, align = 'left' }: Box): void {
    const height = style.size * (style.leading ?? 1.45)
    for (const line of this.#wrap(text, style, width)) {
      this.need(height)
      const shift = align === 'right' ? width - this.measure(line, style) : 0
      this.at(line, style, { x: x + shift, y: this.y + (height + style.size * 0.7) / 2 })
      this.y += height
    }
  }

  /** The same side by side, each from the same `y`; moves below the longest. All of it stays on one page. */
  beside(cells: ReadonlyArray<{ text: string; style: Style } & Box>): void {
    const heights = cells.map(({ text, style, width }) => this.heightOf(text, style, width))
    this.need(Math.max(...heights))
    const top = this.y
    for (const { text, style, ...box } of cells) {
      this.y = top
      this.write(text, style, box)
    }
    this.y = top + Math.max(...heights)
  }

  heightOf(text: string, style: Style, width: number): number {
    return this.#wrap(text, style, width).length * style.size * (style.leading ?? 1.45)
  }

  /** A text is measured, then written, but wrapped once. A word is measured once, however often it occurs. */
  #wrap(text: string, style: Style, width: number): readonly string[] {
    const key = `${style.face} ${style.size} ${width} ${text}`
    const known = this.#wrapped.get(key)
    if (known !== undefined) return known
    const widths = this.#widths.get(style.face) ?? new Map<string, number>()
    this.#widths.set(style.face, widths)
    const lines = wrapText(this.#printable(text), width, (word) => {
      const told = widths.get(word) ?? this.measure(word, { ...style, size: 1 })
      widths.set(word, told)
      return told * style.size
    })
    if (this.#wrapped.size >= MOST_WRAPPED) this.#wrapped.clear()
    this.#wrapped.set(key, lines)
    return lines
  }

  /** One line; `y` is its baseline. */
  at(text: string, style: Style, { x, y }: { x: number; y: number }): void {
    let from = x
    for (const run of this.#runs(this.#printable(text), style.face)) {
      const { font, set } = this.#open(run.file)
      const told = set(run.text)
      if (told === null) this.doc.font(run.file, style.size).fillColor(style.color).text(run.text, from, y, written)
      else this.#print(font, told, style, { x: from, y })
      from += this.#widthOf(run, style)
    }
  }

  measure(text: string, style: Style): number {
    return this.#runs(this.#printable(text), style.face).reduce((sum, run) => sum + this.#widthOf(run, style), 0)
  }

  #widthOf({ file, text }: Run, { size }: Style): number {
    const told = this.#open(file).set(text)
    return told === null ? this.doc.font(file, size).widthOfString(text) : (told.width * size) / 1_000
  }

  /**
   * Writes directly into the page: the library would lay the text out again, and repeat its colour and position in
   * eight lines.
   */
  #print(font: EmbeddedFont, { codes }: SetText, { size, color }: Style, { x, y }: { x: number; y: number }): void {
    if (codes === '') return
    const fonts = this.doc.page.fonts as Record<string, unknown>
    fonts[font.id] ??= font.ref()
    const place = `1 0 0 -1 ${x.toFixed(2)} ${y.toFixed(2)} Tm`
    this.doc.addContent(`BT /${font.id} ${size} Tf ${inkOf(color)} rg ${place} [<${codes}>] TJ ET`)
  }

  /** A hairline over the whole width, at `y`. */
  rule(isDashed = false): void {
    const { doc, left, width, y } = this
    const [from, to, at] = [left, left + width, y].map((points) => points.toFixed(2))
    const dash = isDashed ? '[2.5 2.5] 0 d ' : ''
    doc.addContent(`q 0.6 w ${inkOf(ink.rule)} RG ${dash}${from} ${at} m ${to} ${at} l S Q`)
  }

  /** A font, read at its first use. */
  #open(file: string): OpenFont {
    const known = this.#fonts.get(file)
    if (known !== undefined) return known
    this.doc.registerFont(file, readFont(file)).font(file)
    const font = (this.doc as unknown as { _font: EmbeddedFont })._font
    const opened = { font, set: textSetter(font, { isEven: isEven(file) }) }
    this.#fonts.set(file, opened)
    return opened
  }

  #printable(text: string): string {
    return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
  }

  /** Pieces of a text that use one font each. */
  #runs(text: string, face: Face): Run[] {
    const [first = ''] = faces[face]
    // Every face begins with a Latin font.
    if (ASCII.test(text)) return [{ file: first, text }]
    const runs: Run[] = []
    for (const letter of text) {
      const found = faces[face].find((file) => this.#has(file, letter))
      if (found === undefined) this.hasMissing = true
      const run = { file: found ?? faces[face].at(-1) ?? '', text: found === undefined ? MISSING : letter }
      const last = runs.at(-1)
      if (last?.file === run.file) last.text += run.text
      else runs.push(run)
    }
    return runs
  }

  #has(file: string, letter: string): boolean {
    const ofFont = this.#covers.get(file) ?? new Map<string, boolean>()
    this.#covers.set(file, ofFont)
    const known = ofFont.get(letter)
    if (known !== undefined) return known
    const has = this.#open(file).font.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
    ofFont.set(letter, has)
    return has
  }
}
