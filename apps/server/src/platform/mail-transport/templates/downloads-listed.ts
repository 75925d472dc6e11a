import { formatBytes } from '@waybill/contract/core/sizes'
import type { Downloader } from '../mail-facts.ts'
import { heading, type SlipRow, stampMark } from '../slip.ts'
import type { Reader, Template } from '../written-mail.ts'
import { evidenceLines } from './evidence-lines.ts'
import { followButton } from './follow-button.ts'
import { listedRows } from './listed-rows.ts'
import { placeName, twoClocks } from './two-clocks.ts'

export const downloadsListed: Template<'downloads-listed'> = (facts, reader) => {
  const { words } = reader
  const own = words.downloadsListed
  const title = own.title(facts.downloadCount)
  const people = facts.downloaders ?? []
  const rows =
    people.length > 0
      ? people.map((person) => downloaderRow(person, facts.senderTimeZone, reader))
      : facts.downloads.map(({ path, fileCount, bytes, recipient, isAgain, finishedAt, at, ...evidence }) => ({
          name: path ?? own.zip(fileCount),
          lines: [
            own.by(recipient ?? words.whoeverHoldsLink, isAgain),
            ...evidenceLines(evidence, reader),
            ...twoClocks(finishedAt, at.timeZone, facts.senderTimeZone, reader),
            placeName(at, reader) ?? own.unknownPlace,
          ],
          figure: formatBytes(bytes, words.locale),
        }))
  const hidden = (people.length > 0 ? (facts.downloaderCount ?? 0) : facts.downloadCount) - rows.length
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

/** Where there are too many downloads for a line of each, everybody who made them has one. */
function downloaderRow(
  { recipient, fileCount, bytes, hasRepeated, lastAt, at, ...evidence }: Downloader,
  senderTimeZone: string | null,
  reader: Reader,
): SlipRow {
  const { words } = reader
  const { finished, again, between } = words.digest
  const deeds = [fileCount > 0 ? finished(fileCount) : null, hasRepeated ? again : null]
  return {
    name: recipient ?? words.whoeverHoldsLink,
    lines: [
      deeds.filter((deed) => deed !== null).join(between),
      ...evidenceLines(evidence, reader),
      ...twoClocks(lastAt, at.timeZone, senderTimeZone, reader),
      placeName(at, reader) ?? words.downloadsListed.unknownPlace,
    ],
    figure: formatBytes(bytes, words.locale),
  }
}
