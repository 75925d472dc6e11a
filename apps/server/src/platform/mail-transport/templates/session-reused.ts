import { button, heading, note, paragraph } from '../slip.ts'
import type { Template } from '../written-mail.ts'
import { doorLines } from './door-lines.ts'

export const sessionReused: Template<'session-reused'> = (facts, reader) => {
  const { subject, heading: title, explain, notYou, button: label } = reader.words.sessionReused
  const lines = doorLines(facts, reader)
  return {
    subject,
    slug: null,
    text: [title, lines.join('\n'), explain, `${notYou}\n${facts.link}`],
    blocks: [heading(title), ...lines.map(note), paragraph(explain), paragraph(notYou), button(label, facts.link)],
    replyTo: null,
  }
}
