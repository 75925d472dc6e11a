import { type Block, code, heading, notes, paragraph, type Reader, type Template } from '../mail-document.ts'

/** The code has a line to itself, so that it is easy to find, copy and read aloud. */
function body(
  facts: { code: string; validMinutes: number },
  { words }: Reader,
  { title, ask, notYou }: { title: string; ask: string; notYou: string },
): Array<Block | null> {
  const { validFor } = words.senderCode
  return [heading(title), paragraph(ask), code(facts.code), notes(validFor(facts.validMinutes)), notes(notYou)]
}

export const senderCode: Template<'sender-code'> = (facts, reader) => {
  const { subject, heading: title, purposes } = reader.words.senderCode
  return {
    subject: subject(facts.code),
    slug: null,
    body: body(facts, reader, { title, ...purposes[facts.purpose] }),
    replyTo: null,
  }
}

/** Says nothing about the transfer, which stays closed until the code is typed. */
export const linkCodeMail: Template<'link-code'> = (facts, reader) => {
  const { subject, forLink } = reader.words.senderCode
  const { heading: title, ...own } = forLink
  return { subject: subject(facts.code), slug: null, body: body(facts, reader, { title, ...own }), replyTo: null }
}

/** Says nothing about the transfer: the person who typed the address may not be its recipient. */
export const accessRequestCode: Template<'access-request-code'> = (facts, reader) => {
  const { subject, forAccessRequest } = reader.words.senderCode
  const { heading: title, ...own } = forAccessRequest
  return { subject: subject(facts.code), slug: null, body: body(facts, reader, { title, ...own }), replyTo: null }
}
