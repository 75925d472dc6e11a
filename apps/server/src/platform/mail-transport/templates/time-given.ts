import { button, heading, note, paragraph, stampMark } from '../slip.ts'
import type { Template } from '../written-mail.ts'
import { twoClocks } from './two-clocks.ts'

/** Until when, on the reader's clock and on the sender's; the address before any name, as in every mail to a recipient. */
export const timeGiven: Template<'time-given'> = (facts, reader) => {
  const own = reader.words.timeGiven
  const { address, isProven } = facts.sender
  const title = own.title(address)
  const standing = isProven ? reader.words.addressVerified(address) : reader.words.addressNotVerified(address)
  const times =
    facts.expiresAt === null ? [] : twoClocks(facts.expiresAt, facts.senderTimeZone, facts.readerTimeZone, reader)
  const until = facts.expiresAt === null ? own.forEver : own.until
  return {
    subject: title,
    slug: facts.slug,
    text: [[title, standing].join('\n'), [until, ...times].join('\n'), `${own.button}:\n${facts.link}`],
    blocks: [
      stampMark(own.stamp, 'delivered'),
      heading(title),
      note(standing),
      paragraph(until),
      ...times.map((line) => note(line)),
      button(own.button, facts.link),
    ],
    replyTo: address,
  }
}
