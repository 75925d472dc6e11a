import { heading, paragraph } from '../slip.ts'
import type { Template } from '../written-mail.ts'

export const accountDeleted: Template<'account-deleted'> = ({ address, supportEmail }, { words }) => {
  const { subject, heading: title, explain, notYou } = words.accountDeleted
  const paragraphs = [explain(address), notYou(supportEmail)]
  return {
    subject,
    slug: null,
    text: [title, ...paragraphs],
    blocks: [heading(title), ...paragraphs.map(paragraph)],
    replyTo: null,
  }
}
