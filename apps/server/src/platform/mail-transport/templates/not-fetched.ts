import { heading, list, notes, paragraph, stamp, type Template } from '../mail-document.ts'
import { formatMoment } from '../times.ts'
import { followButton, subjectOf } from './recipient-lines.ts'

/** An account can resend from the record. A sender without one is asked to write to the people themselves. */
export const notFetched: Template<'not-fetched'> = (facts, reader) => {
  const { words, language } = reader
  const own = words.notFetched
  const rows = facts.recipients.flatMap(({ address, hasOpened }) =>
    address === null ? [] : [{ name: address, lines: [hasOpened ? own.opened : own.notOpened] }],
  )
  const first = rows[0]?.name ?? null
  const who = own.who(first, facts.recipientCount)
  const days = own.days(new Intl.NumberFormat(words.locale, { maximumFractionDigits: 1 }).format(facts.daysLeft))
  return {
    subject: subjectOf(own.subject(who, days), facts.slug, reader, facts.title),
    slug: facts.slug,
    body: [
      stamp(own.stamp, 'waiting'),
      heading(who),
      notes(own.expires(formatMoment(facts.expiresAt, facts.senderTimeZone, language))),
      list(rows, { of: facts.recipientCount, more: words.andMore }),
      paragraph(facts.follow?.isOwn ? own.sendAgain : own.write),
      followButton(facts.follow, reader, own.button),
    ],
    replyTo: facts.recipientCount === 1 ? first : null,
  }
}
