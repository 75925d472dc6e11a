import { heading, paragraph } from '../slip.ts'
import type { Template } from '../written-mail.ts'

/** The new address is not told: whoever reads the old mailbox now need not be the account's owner. */
export const emailChanged: Template<'email-changed'> = ({ address, supportEmail }, { words }) => {
  const { subject, heading: title, explain, notYou } = words.emailChanged
  const paragraphs = [explain(address), notYou(supportEmail)]
  return {
    subject,
    slug: null,
    text: [title, ...paragraphs],
    blocks: [heading(title), ...paragraphs.map(paragraph)],
    replyTo: null,
  }
}
