import { formatBytes } from '@waybill/contract/core/sizes'
import type { MailFacts } from '../facts/mail-facts.ts'
import { heading, list, notes, paragraph, stamp, type Template } from '../mail-document.ts'
import { followButton, followNote, placeName, replyAddress, subjectOf, twoClocks } from './recipient-lines.ts'

/** Everything that is not finished has arrived, but nobody knows whether it was read. */
const isAllThere = ({ files, unfinishedCount }: MailFacts['download-stopped']): boolean =>
  files.length === unfinishedCount && files.every(({ bytes, deliveredBytes }) => bytes > 0 && deliveredBytes === bytes)

export const downloadStopped: Template<'download-stopped'> = (facts, reader) => {
  const { words } = reader
  const own = words.downloadStopped
  const size = (bytes: number) => formatBytes(bytes, words.locale)
  const who = facts.recipient ?? words.whoeverHoldsLink
  const [delivered, total] = [size(facts.deliveredBytes), size(facts.totalBytes)]
  const clocks = twoClocks(facts.lastByteAt, facts.at.timeZone, facts.senderTimeZone, reader)
  const place = placeName(facts.at, reader)
  const rows = facts.files.map(({ path, bytes, deliveredBytes }) => ({
    name: path,
    figure: own.delivered(size(deliveredBytes), size(bytes)),
  }))
  return {
    subject: subjectOf(own.subject(who), facts.slug, reader, facts.title),
    slug: facts.slug,
    body: [
      stamp(own.stamp, 'waiting'),
      heading(own.heading(who, facts.finishedCount, facts.fileCount)),
      paragraph(isAllThere(facts) ? own.explainUnread(total) : own.explain(delivered, total)),
      notes(words.labelled(own.lastByte, clocks.join(' · ')), ...(place === null ? [] : [place])),
      list(rows, { of: facts.unfinishedCount, more: words.andMore }),
      followNote(facts.follow, reader, own.shows),
      followButton(facts.follow, reader),
    ],
    replyTo: replyAddress(facts.recipient),
  }
}
