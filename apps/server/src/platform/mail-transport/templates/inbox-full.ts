import { formatBytes } from '@waybill/contract/core/sizes'
import { defang } from '../html.ts'
import { button, heading, paragraph } from '../slip.ts'
import type { Template } from '../written-mail.ts'

export const inboxFull: Template<'inbox-full'> = (facts, { words }) => {
  const own = words.inboxFull
  const explain = own.explain(facts.title, formatBytes(facts.limitBytes, words.locale))
  return {
    subject: own.subject(facts.title),
    slug: facts.slug,
    text: [own.heading, explain, `${own.button}:\n${facts.link}`],
    blocks: [heading(own.heading), paragraph(defang(explain)), button(own.button, facts.link)],
    replyTo: null,
  }
}
