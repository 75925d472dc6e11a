import { heading, note, paragraph, stampMark } from '../slip.ts'
import { formatMoment } from '../times.ts'
import type { Template } from '../written-mail.ts'
import { followButton } from './follow-button.ts'
import { listedRows } from './listed-rows.ts'

/** An account sends again from the record; who has none writes to the people themselves. */
export const notFetched: Template<'not-fetched'> = (facts, reader) => {
  const { words, language } = reader
  const own = words.notFetched
  const named = facts.recipients.flatMap(({ address, hasOpened }) => (address === null ? [] : [{ address, hasOpened }]))
  const who = own.who(named[0]?.address ?? null, facts.recipientCount)
  const days = own.days(new Intl.NumberFormat(words.locale, { maximumFractionDigits: 1 }).format(facts.daysLeft))
  const end = own.expires(formatMoment(facts.expiresAt, facts.senderTimeZone, language))
  const rows = named.map(({ address, hasOpened }) => ({
    name: address,
    lines: [hasOpened ? own.opened : own.notOpened],
    figure: '',
  }))
  const hidden = facts.recipientCount - rows.length
  const isListed = rows.length > 0
  const { text, block } = listedRows(rows, isListed && hidden > 0 ? words.andMore(hidden) : null)
  const next = facts.follow?.isOwn ? own.sendAgain : own.write
  const follow = followButton(facts.follow, reader, own.button)
  return {
    subject: own.subject(who, days),
    slug: facts.slug,
    text: [who, end, ...text, next, ...follow.text],
    blocks: [
      stampMark(own.stamp, 'waiting'),
      heading(who),
      note(end),
      ...(isListed ? [block] : []),
      paragraph(next),
      ...follow.blocks,
    ],
    replyTo: facts.recipientCount === 1 ? (named[0]?.address ?? null) : null,
  }
}
