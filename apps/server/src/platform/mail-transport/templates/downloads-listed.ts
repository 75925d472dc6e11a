import { formatBytes } from '@waybill/contract/core/sizes'
import type { Downloader, ListedDownload } from '../facts/mail-facts.ts'
import { heading, list, type Reader, type Row, stamp, type Template } from '../mail-document.ts'
import { evidenceLines, followButton, followNote, placeName, subjectOf, twoClocks } from './recipient-lines.ts'

/** A row for each download or, where those are too many, for everybody who made them. */
export const downloadsListed: Template<'downloads-listed'> = (facts, reader) => {
  const { words } = reader
  const own = words.downloadsListed
  const people = facts.downloaders ?? []
  const isByPerson = people.length > 0
  const rows = isByPerson
    ? people.map((person) => personRow(person, facts.senderTimeZone, reader))
    : facts.downloads.map((download) => downloadRow(download, facts.senderTimeZone, reader))
  return {
    subject: facts.title
      ? subjectOf(own.title(facts.downloadCount), facts.slug, reader, facts.title)
      : own.subject(facts.downloadCount, facts.slug),
    slug: facts.slug,
    body: [
      stamp(own.stamp, 'delivered'),
      heading(own.title(facts.downloadCount)),
      list(rows, {
        of: isByPerson ? (facts.downloaderCount ?? 0) : facts.downloadCount,
        more: words.andMore,
      }),
      followNote(facts.follow, reader, own.shows),
      followButton(facts.follow, reader),
    ],
    replyTo: null,
  }
}

function downloadRow(
  { path, fileCount, bytes, recipient, isAgain, finishedAt, at, ...evidence }: ListedDownload,
  senderTimeZone: string | null,
  reader: Reader,
): Row {
  const { words } = reader
  const own = words.downloadsListed
  return {
    name: path ?? own.zip(fileCount),
    lines: [
      own.by(recipient ?? words.whoeverHoldsLink, isAgain),
      ...evidenceLines(evidence, reader),
      ...twoClocks(finishedAt, at.timeZone, senderTimeZone, reader),
      placeName(at, reader) ?? own.unknownPlace,
    ],
    figure: formatBytes(bytes, words.locale),
  }
}

function personRow(
  { recipient, fileCount, bytes, hasRepeated, lastAt, at, ...evidence }: Downloader,
  senderTimeZone: string | null,
  reader: Reader,
): Row {
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
