import { code, heading, note, paragraph } from '../slip.ts'
import type { Template } from '../written-mail.ts'

/** Says nothing of the transfer: whoever typed the address need not have been sent it. */
export const askCode: Template<'ask-code'> = (facts, { words }) => {
  const { subject, validFor, forAsk } = words.senderCode
  const validity = validFor(facts.validMinutes)
  return {
    subject: subject(facts.code),
    slug: null,
    text: [forAsk.ask, facts.code, validity, forAsk.notYou],
    blocks: [heading(forAsk.heading), paragraph(forAsk.ask), code(facts.code), note(validity), note(forAsk.notYou)],
    replyTo: null,
  }
}
