import { button, heading, paragraph } from '../slip.ts'
import type { Template } from '../written-mail.ts'

/** The new address is not told: whoever reads the old mailbox now need not be the account's owner. */
export const emailChanged: Template<'email-changed'> = ({ address, link, supportEmail }, { words }) => {
  const { subject, heading: title, explain, notYou, button: label, orWrite } = words.emailChanged
  return {
    subject,
    slug: null,
    text: [title, explain(address), `${notYou}\n${link}`, orWrite(supportEmail)],
    blocks: [
      heading(title),
      paragraph(explain(address)),
      paragraph(notYou),
      button(label, link),
      paragraph(orWrite(supportEmail)),
    ],
    replyTo: null,
  }
}
