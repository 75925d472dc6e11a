import { heading, note, stampMark } from '../slip.ts'
import type { Template } from '../written-mail.ts'
import { followButton } from './follow-button.ts'
import { listedRows } from './listed-rows.ts'
import { placeName, twoClocks } from './two-clocks.ts'

export const transferOpened: Template<'transfer-opened'> = (facts, reader) => {
  const { words } = reader
  const own = words.transferOpened
  const whoOf = (recipient: string | null) => recipient ?? words.whoeverHoldsLink
  const [first] = facts.openings
  const title = own.title(whoOf(first?.recipient ?? null), facts.openingCount)
  const rows = facts.openings.map(({ recipient, openedAt, at, device }) => ({
    name: whoOf(recipient),
    lines: [
      ...twoClocks(openedAt, at.timeZone, facts.senderTimeZone, reader),
      placeName(at, reader) ?? own.unknownPlace,
      device ?? own.unknownDevice,
    ],
    figure: '',
  }))
  const hidden = facts.openingCount - rows.length
  const { text, block } = listedRows(rows, hidden > 0 ? words.andMore(hidden) : null)
  const follow = followButton(facts.follow, reader)
  return {
    subject: title,
    slug: facts.slug,
    text: [title, ...text, own.explain, ...follow.text],
    blocks: [stampMark(own.stamp, 'waiting'), heading(title), block, note(own.explain), ...follow.blocks],
    replyTo: facts.openingCount === 1 ? (first?.recipient ?? null) : null,
  }
}
