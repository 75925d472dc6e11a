import type { Language } from '@waybill/contract/core/fields'
import type { Html } from './html.ts'
import type { MailFacts, TemplateName } from './mail-facts.ts'
import type { MailWords } from './words/en.ts'

/** What a template makes of its facts; the frame and the headers are added around it. */
interface WrittenMail {
  subject: string
  /** The transfer's number; null where the mail is about none. */
  slug: string | null
  /** The plain text in paragraphs; the footer is added. */
  text: string[]
  blocks: Html[]
  replyTo: string | null
}

export interface Reader {
  words: MailWords
  language: Language
}

export type Template<Name extends TemplateName> = (facts: MailFacts[Name], reader: Reader) => WrittenMail
