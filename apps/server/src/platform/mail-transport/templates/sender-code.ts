import { code, heading, note, paragraph } from '../slip.ts'
import type { Template } from '../written-mail.ts'

/** The code stands alone on its line, so that it is found, copied and read aloud easily. */
export const senderCode: Template<'sender-code'> = (facts, { words }) => {
  const { subject, heading: title, validFor } = words.senderCode
  const { ask, notYou } = words.senderCode.purposes[facts.purpose]
  const validity = validFor(facts.validMinutes)
  return {
    subject: subject(facts.code),
    slug: null,
    text: [ask, facts.code, validity, notYou],
    blocks: [heading(title), paragraph(ask), code(facts.code), note(validity), note(notYou)],
    replyTo: null,
  }
}
