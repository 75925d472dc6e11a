import { button, heading, note, paragraph, stampMark } from '../slip.ts'
import { formatMoment } from '../times.ts'
import type { Template } from '../written-mail.ts'
import { listedRows } from './listed-rows.ts'

/** `link` leads to where the transfer is sent again; who has no account writes to the people themselves. */
export const notFetched: Template<'not-fetched'> = (facts, { words, language }) => {
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
  const next = facts.link === null ? own.write : own.sendAgain
  return {
    subject: own.subject(who, days),
    slug: facts.slug,
    text: [who, end, ...text, facts.link === null ? next : `${next}\n${facts.link}`],
    blocks: [
      stampMark(own.stamp, 'waiting'),
      heading(who),
      note(end),
      ...(isListed ? [block] : []),
      paragraph(next),
      ...(facts.link === null ? [] : [button(own.button, facts.link)]),
    ],
    replyTo: facts.recipientCount === 1 ? (named[0]?.address ?? null) : null,
  }
}
