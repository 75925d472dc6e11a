import { button, heading, note, paragraph } from '../slip.ts'
import type { Template } from '../written-mail.ts'
import { doorLines } from './door-lines.ts'

export const newSignIn: Template<'new-sign-in'> = (facts, reader) => {
  const { subject, heading: title, wasYou, notYou, button: label } = reader.words.newSignIn
  const lines = doorLines(facts, reader)
  return {
    subject,
    slug: null,
    text: [title, lines.join('\n'), wasYou, `${notYou}\n${facts.link}`],
    blocks: [heading(title), ...lines.map(note), paragraph(wasYou), paragraph(notYou), button(label, facts.link)],
    replyTo: null,
  }
}
