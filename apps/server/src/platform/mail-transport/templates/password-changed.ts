import { button, heading, paragraph } from '../slip.ts'
import type { Template } from '../written-mail.ts'

export const passwordChanged: Template<'password-changed'> = (facts, { words }) => {
  const { subject, heading: title, explain, notYou, button: label } = words.passwordChanged
  return {
    subject,
    slug: null,
    text: [title, explain, `${notYou}\n${facts.link}`],
    blocks: [heading(title), paragraph(explain), paragraph(notYou), button(label, facts.link)],
    replyTo: null,
  }
}
