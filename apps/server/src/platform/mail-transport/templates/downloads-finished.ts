import { formatBytes } from '@waybill/contract/core/sizes'
import { isByProxy } from '@waybill/contract/tracking/evidence'
import { defang } from '../html.ts'
import type { DownloadedFile } from '../mail-facts.ts'
import { heading, ledger, note, paragraph, stampMark } from '../slip.ts'
import type { Template } from '../written-mail.ts'
import { evidenceLines } from './evidence-lines.ts'
import { followButton } from './follow-button.ts'
import { replyAddress } from './reply-address.ts'
import { placeName, twoClocks } from './two-clocks.ts'

export const downloadsFinished: Template<'downloads-finished'> = (facts, reader) => {
  const { words } = reader
  const own = words.downloadsFinished
  const who = facts.recipient ?? words.whoeverHoldsLink
  const title = (isByProxy(facts.evidence) ? own.subject : own.heading)(who, facts.fileCount)
  const rests = evidenceLines(facts, reader)
  const places = [...new Set(facts.files.map(({ at }) => placeName(at, reader) ?? own.unknownPlace))]
  const where = `${own.from} ${places.join('; ')}`
  const linesOf = ({ finishedAt, at }: DownloadedFile) => [
    ...twoClocks(finishedAt, at.timeZone, facts.senderTimeZone, reader),
    ...(places.length > 1 ? [placeName(at, reader) ?? own.unknownPlace] : []),
  ]
  const rows = facts.files.map((file) => ({
    name: file.path,
    lines: linesOf(file),
    figure: formatBytes(file.bytes, words.locale),
  }))
  const hidden = facts.fileCount - rows.length
  const more = hidden > 0 ? words.andMore(hidden) : null
  const follow = followButton(facts.follow, reader)
  return {
    subject: own.subject(who, facts.fileCount),
    slug: facts.slug,
    text: [
      title,
      ...rests,
      where,
      ...rows.map((row) => [`${row.name}  ${row.figure}`, ...row.lines.map((line) => `  ${line}`)].join('\n')),
      more ?? '',
      ...follow.text,
    ],
    blocks: [
      stampMark(isByProxy(facts.evidence) ? words.evidence.handedStamp : own.stamp, 'delivered'),
      heading(title),
      ...rests.map(paragraph),
      note(where),
      ledger(
        rows.map((row) => ({ ...row, name: defang(row.name) })),
        more,
      ),
      ...follow.blocks,
    ],
    replyTo: replyAddress(facts.recipient),
  }
}
