import { formatBytes } from '@waybill/contract/core/sizes'
import { isByProxy } from '@waybill/contract/tracking/evidence'
import type { DownloadedFile } from '../facts/mail-facts.ts'
import { heading, list, notes, paragraph, stamp, type Template } from '../mail-document.ts'
import {
  evidenceLines,
  followButton,
  followNote,
  placeName,
  replyAddress,
  subjectOf,
  twoClocks,
} from './recipient-lines.ts'

export const downloadsFinished: Template<'downloads-finished'> = (facts, reader) => {
  const { words } = reader
  const own = words.downloadsFinished
  const who = facts.recipient ?? words.whoeverHoldsLink
  const isHanded = isByProxy(facts.evidence)
  const placeOf = ({ at }: DownloadedFile) => placeName(at, reader) ?? own.unknownPlace
  const places = [...new Set(facts.files.map(placeOf))]
  const rows = facts.files.map((file) => ({
    name: file.path,
    lines: [
      ...twoClocks(file.finishedAt, file.at.timeZone, facts.senderTimeZone, reader),
      ...(places.length > 1 ? [placeOf(file)] : []),
    ],
    figure: formatBytes(file.bytes, words.locale),
  }))
  return {
    subject: subjectOf(own.subject(who, facts.fileCount), facts.slug, reader, facts.title),
    slug: facts.slug,
    body: [
      stamp(isHanded ? words.evidence.handedStamp : own.stamp, 'delivered'),
      heading((isHanded ? own.subject : own.heading)(who, facts.fileCount)),
      ...evidenceLines(facts, reader).map((line) => paragraph(line)),
      notes(own.from(places)),
      list(rows, { of: facts.fileCount, more: words.andMore }),
      followNote(facts.follow, reader, own.shows),
      followButton(facts.follow, reader),
    ],
    replyTo: replyAddress(facts.recipient),
  }
}
