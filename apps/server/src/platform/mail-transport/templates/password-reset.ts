import { button, heading, note, paragraph } from '../slip.ts'
import type { Template } from '../written-mail.ts'

export const passwordReset: Template<'password-reset'> = (facts, { words }) => {
  const { subject, heading: title, explain, button: label, validFor, notYou } = words.passwordReset
  const validity = validFor(facts.validMinutes)
  return {
    subject,
    slug: null,
    text: [title, explain, `${label}:\n${facts.link}`, validity, notYou],
    blocks: [heading(title), paragraph(explain), button(label, facts.link), note(validity), note(notYou)],
    replyTo: null,
  }
}
