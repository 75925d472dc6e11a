import { formatBytes } from '@waybill/contract/sizes'
import { heading, stampMark } from '../slip.ts'
import type { Template } from '../written-mail.ts'
import { followButton } from './follow-button.ts'
import { listedRows } from './listed-rows.ts'
import { placeName, twoClocks } from './two-clocks.ts'

export const downloadsListed: Template<'downloads-listed'> = (facts, reader) => {
  const { words } = reader
  const own = words.downloadsListed
  const title = own.title(facts.downloadCount)
  const rows = facts.downloads.map(({ path, fileCount, bytes, recipient, isAgain, finishedAt, at }) => ({
    name: path ?? own.zip(fileCount),
    lines: [
      own.by(recipient ?? words.whoeverHoldsLink, isAgain),
      ...twoClocks(finishedAt, at.timeZone, facts.senderTimeZone, reader),
      placeName(at, reader) ?? own.unknownPlace,
    ],
    figure: formatBytes(bytes, words.locale),
  }))
  const hidden = facts.downloadCount - rows.length
  const { text, block } = listedRows(rows, hidden > 0 ? words.andMore(hidden) : null)
  const follow = followButton(facts.follow, reader)
  return {
    subject: own.subject(facts.downloadCount, facts.slug),
    slug: facts.slug,
    text: [title, ...text, ...follow.text],
    blocks: [stampMark(own.stamp, 'delivered'), heading(title), block, ...follow.blocks],
    replyTo: null,
  }
}
