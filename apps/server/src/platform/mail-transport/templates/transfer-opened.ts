import { heading, list, notes, stamp, type Template } from '../mail-document.ts'
import { followButton, followNote, placeName, replyAddress, subjectOf, twoClocks } from './recipient-lines.ts'

export const transferOpened: Template<'transfer-opened'> = (facts, reader) => {
  const { words } = reader
  const own = words.transferOpened
  const whoOf = (recipient: string | null) => recipient ?? words.whoeverHoldsLink
  const first = facts.openings[0]?.recipient ?? null
  const title = own.title(whoOf(first), facts.openingCount)
  const rows = facts.openings.map(({ recipient, openedAt, at, device }) => ({
    name: whoOf(recipient),
    lines: [
      ...twoClocks(openedAt, at.timeZone, facts.senderTimeZone, reader),
      placeName(at, reader) ?? own.unknownPlace,
      device ?? own.unknownDevice,
    ],
  }))
  return {
    subject: subjectOf(title, facts.slug, reader, facts.title),
    slug: facts.slug,
    body: [
      stamp(own.stamp, 'waiting'),
      heading(title),
      list(rows, { of: facts.openingCount, more: words.andMore }),
      notes(own.explain),
      followNote(facts.follow, reader, own.shows),
      followButton(facts.follow, reader),
    ],
    replyTo: facts.openingCount === 1 ? replyAddress(first) : null,
  }
}
