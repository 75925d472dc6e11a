import type { PageBranding } from '@waybill/contract/branding/page-branding'
import type { Language } from '@waybill/contract/core/fields'
import type { MailFacts, TemplateName } from './facts/mail-facts.ts'
import { brandOf } from './mail-brand.ts'
import { renderHtml } from './render-html.ts'
import { renderText } from './render-text.ts'
import type { InNameOf } from './signing-domains.ts'
import { templates } from './templates/templates.ts'
import type { OutgoingMail } from './transport/mail-transport.ts'
import type { MailWords } from './words/en.ts'
import { mailWords } from './words/mail-words.ts'

/** One mail before it is rendered: what the database keeps sealed. */
export interface MailOrder<Name extends TemplateName = TemplateName> {
  template: Name
  to: string
  language: Language
  facts: MailFacts[Name]
  /** Of the account that a mail to somebody else is about; absent: ours. */
  branding?: PageBranding
  /** The sender behind a mail to somebody else: it leaves from the domain of their workspace where it has one. */
  inNameOf?: InNameOf
  /** For an alert: where its reader can stop such mails. */
  muteLink?: string
}

/**
 * Suppresses automatic replies to a machine (RFC 3834). Not for mails about arrived files: a person sends those, and
 * replies go to that person.
 */
const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/** Mail programs then show their own unsubscribe button, which posts to the link (RFC 8058). */
const oneClick = (link: string) => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** The finished mail. Pure: the same order gives the same mail at every attempt. */
export function writeMail<Name extends TemplateName>(
  order: MailOrder<Name>,
  { messageId, origin }: { messageId: string; origin: string },
): OutgoingMail {
  const words = mailWords(order.language)
  const document = templates[order.template](order.facts, { words, language: order.language })
  const subject = onOneLine(document.subject)
  const { muteLink, branding } = order
  const report = document.reportLink ? [{ label: words.report, href: document.reportLink }] : []
  const mute = muteLink === undefined ? [] : [{ label: words.mute, href: muteLink }]
  const footer = footerOf(branding, words, origin)
  return {
    messageId,
    to: order.to,
    replyTo: document.replyTo,
    subject,
    text: renderText(document.body, words, [
      ...(footer === null ? [] : [footer]),
      ...report.flatMap(({ label, href }) => [words.lead(label), href]),
      ...mute.map(({ label, href }) => words.labelled(label, href)),
    ]),
    html: renderHtml({
      language: words.locale,
      preview: subject,
      number: document.slug === null ? null : words.number(document.slug),
      body: document.body,
      brand: brandOf(branding, origin),
      footer,
      links: [...report, ...mute],
    }),
    headers: {
      ...(order.template.startsWith('files-arrived') ? {} : automatic),
      ...(muteLink === undefined ? {} : oneClick(muteLink)),
    },
  }
}

/** 'Sent with Waybill' where the sender's plan or admin shows it; then the company, which is all where it does not. */
function footerOf(branding: PageBranding | undefined, words: MailWords, origin: string): string | null {
  if (branding === undefined) return words.footer(origin)
  return branding.mark === 'none' ? branding.company?.name || null : words.sentWith(origin)
}

/** A header is one line, so names in it may not break it. */
function onOneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
  return text.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ').trim()
}
