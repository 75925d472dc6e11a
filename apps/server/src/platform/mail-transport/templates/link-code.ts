import { code, heading, note, paragraph } from '../slip.ts'
import type { Template } from '../written-mail.ts'

/** Says nothing of the transfer: it is closed until the code is typed. */
export const linkCode: Template<'link-code'> = (facts, { words }) => {
  const { subject, validFor, forLink } = words.senderCode
  const validity = validFor(facts.validMinutes)
  return {
    subject: subject(facts.code),
    slug: null,
    text: [forLink.ask, facts.code, validity, forLink.notYou],
    blocks: [heading(forLink.heading), paragraph(forLink.ask), code(facts.code), note(validity), note(forLink.notYou)],
    replyTo: null,
  }
}
