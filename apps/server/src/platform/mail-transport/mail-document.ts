import type { Language } from '@waybill/contract/core/fields'
import type { MailFacts, TemplateName } from './facts/mail-facts.ts'
import type { MailWords } from './words/en.ts'

/**
 * The content of a mail, stated once: `render-text.ts` and `render-html.ts` render it. They add the footer and the
 * headers.
 */
export interface MailDocument {
  subject: string
  /** The transfer's number; null if the mail is about none. */
  slug: string | null
  /** In reading order. Null is a block that this mail does not need. */
  body: ReadonlyArray<Block | null>
  replyTo: string | null
  /** Under a mail to a recipient: the page that reports the transfer. */
  reportLink?: string | null
}

export interface Reader {
  words: MailWords
  language: Language
}

export type Template<Name extends TemplateName> = (facts: MailFacts[Name], reader: Reader) => MailDocument

export type Block =
  | { kind: 'stamp'; word: string; tone: Tone }
  | { kind: 'heading' | 'paragraph'; text: Line; under: readonly Line[] }
  | { kind: 'notes'; lines: readonly Line[] }
  | { kind: 'quote'; lines: readonly string[] }
  | { kind: 'list'; rows: readonly Row[]; more: string | null; total: Total | null }
  | { kind: 'button'; label: string; href: string }
  | { kind: 'code'; text: string }

export type Tone = 'delivered' | 'waiting'

/** Our own text, or somebody else's. */
export type Line = string | { theirs: string }

/** The name, and the lines under it, may be anybody's text. */
export interface Row {
  name: string
  lines?: readonly string[]
  /** On the right, in digits. */
  figure?: string
}

interface Total {
  name: string
  figure: string
}

/** Somebody else's text: mail programs must not turn a name such as 'evil.example' into a link. */
export const theirs = (text: string): Line => ({ theirs: text })

/** An outlined word above the heading. The HTML alone has it, so the text must not depend on it. */
export const stamp = (word: string, tone: Tone): Block => ({ kind: 'stamp', word, tone })

export const heading = (text: Line, ...under: Line[]): Block => ({ kind: 'heading', text, under })

export const paragraph = (text: Line, ...under: Line[]): Block => ({ kind: 'paragraph', text, under })

/** Smaller than a paragraph, each on a line of its own. */
export const notes = (...lines: Line[]): Block | null => (lines.length === 0 ? null : { kind: 'notes', lines })

/** A quotation, line by line. */
export function quote(text: string): Block | null {
  const trimmed = text.trim()
  return trimmed === '' ? null : { kind: 'quote', lines: trimmed.split(/\r\n|\r|\n/) }
}

/** `of` counts all rows, of which `rows` are the first; `more` says how many are left out. */
export function list(
  rows: readonly Row[],
  { of, more, total = null }: { of: number; more: (count: number) => string; total?: Total | null },
): Block | null {
  const hidden = of - rows.length
  return rows.length === 0 ? null : { kind: 'list', rows, more: hidden > 0 ? more(hidden) : null, total }
}

/** The one next step of a mail. */
export const button = (label: string, href: string): Block => ({ kind: 'button', label, href })

/** A code to type, alone on its line. */
export const code = (text: string): Block => ({ kind: 'code', text })
