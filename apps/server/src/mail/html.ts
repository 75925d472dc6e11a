/** Text that is HTML already. Only `html` makes one, so nothing unescaped can reach a mail. */
export class Html {
  readonly #markup: string
  private constructor(markup: string) {
    this.#markup = markup
  }
  static join(strings: readonly string[], values: readonly HtmlValue[]): Html {
    return new Html(strings.map((text, at) => (at === 0 ? text : markupOf(values[at - 1]) + text)).join(''))
  }
  toString(): string {
    return this.#markup
  }
}

export type HtmlValue = Html | string | number | null | undefined | readonly HtmlValue[]

/** A template whose values are escaped, for text and for quoted attributes; `Html` and lists of it pass as they are. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return Html.join(strings, values)
}

function markupOf(value: HtmlValue): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(markupOf).join('')
  return value instanceof Html ? value.toString() : escapeText(String(value))
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeText = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '')

const DOT_INSIDE_NAME = /\.(?=\p{L}{2})/gu

/** Somebody's text with an invisible word joiner after such dots as make mail programs link 'acme.com' or 'clip.mov'. */
export function defang(text: string): string {
  return text.replace(DOT_INSIDE_NAME, '.\u2060')
}
