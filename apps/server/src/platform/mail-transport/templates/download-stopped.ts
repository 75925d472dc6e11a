import { formatBytes } from '@waybill/contract/core/sizes'
import { defang } from '../html.ts'
import type { MailFacts } from '../mail-facts.ts'
import { heading, ledger, note, paragraph, stampMark } from '../slip.ts'
import type { Template } from '../written-mail.ts'
import { followButton } from './follow-button.ts'
import { replyAddress } from './reply-address.ts'
import { placeName, twoClocks } from './two-clocks.ts'

/** All of what is not finished has arrived: nobody knows whether it was read. */
const isAllThere = ({ files, unfinishedCount }: MailFacts['download-stopped']): boolean =>
  files.length === unfinishedCount && files.every(({ bytes, deliveredBytes }) => bytes > 0 && deliveredBytes === bytes)

export const downloadStopped: Template<'download-stopped'> = (facts, reader) => {
  const { words } = reader
  const own = words.downloadStopped
  const size = (bytes: number) => formatBytes(bytes, words.locale)
  const who = facts.recipient ?? words.whoeverHoldsLink
  const title = own.heading(who, facts.finishedCount, facts.fileCount)
  const [delivered, total] = [size(facts.deliveredBytes), size(facts.totalBytes)]
  const explanation = isAllThere(facts) ? own.explainUnread(total) : own.explain(delivered, total)
  const clocks = twoClocks(facts.lastByteAt, facts.at.timeZone, facts.senderTimeZone, reader)
  const last = [`${own.lastByte}: ${clocks.join(' · ')}`, placeName(facts.at, reader)].filter((line) => line !== null)
  const rows = facts.files.map(({ path, bytes, deliveredBytes }) => ({
    name: path,
    figure: own.delivered(size(deliveredBytes), size(bytes)),
  }))
  const hidden = facts.unfinishedCount - rows.length
  const more = hidden > 0 ? words.andMore(hidden) : null
  const follow = followButton(facts.follow, reader)
  return {
    subject: own.subject(who),
    slug: facts.slug,
    text: [
      title,
      explanation,
      last.join('\n'),
      [`${own.notFinished}:`, ...rows.map((row) => `${row.name}  ${row.figure}`), more]
        .filter((line) => line !== null)
        .join('\n'),
      ...follow.text,
    ],
    blocks: [
      stampMark(own.stamp, 'waiting'),
      heading(title),
      paragraph(explanation),
      ...last.map(note),
      ledger(
        rows.map((row) => ({ ...row, name: defang(row.name) })),
        more,
      ),
      ...follow.blocks,
    ],
    replyTo: replyAddress(facts.recipient),
  }
}
