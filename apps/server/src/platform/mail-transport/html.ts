/** Text that is already HTML. Only this file creates it, so nothing unescaped can reach a mail. */
class Markup {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  toString(): string {
    return this.#text
  }
}

export type Html = Markup

export type HtmlValue = Html | string | number | null | undefined | readonly HtmlValue[]

/** A template whose values are escaped, for text and for quoted attributes; `Html` and lists of it pass as they are. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return new Markup(strings.map((text, at) => (at === 0 ? text : markupOf(values[at - 1]) + text)).join(''))
}

/** A style sheet or comment from our own source: never called with user input. */
export const constant = (markup: string): Html => new Markup(markup)

function markupOf(value: HtmlValue): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(markupOf).join('')
  return value instanceof Markup ? value.toString() : escapeText(String(value))
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** For HTML and XML, in texts and in quoted attributes. */
export const escapeText = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '')

const DOT_INSIDE_NAME = /\.(?=\p{L}{2})/gu

/**
 * User text with an invisible word joiner after the dots that would make mail programs link 'acme.com' or 'clip.mov'.
 */
export function defang(text: string): string {
  return text.replace(DOT_INSIDE_NAME, '.\u2060')
}
