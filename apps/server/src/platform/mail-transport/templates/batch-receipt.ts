import { formatBytes } from '@waybill/contract/core/sizes'
import { button, heading, note, stampMark } from '../slip.ts'
import { formatMoment } from '../times.ts'
import type { Template } from '../written-mail.ts'
import { listedRows } from './listed-rows.ts'

/** A sealed file has two sums: of what is stored, and of what is inside as only its supplier can know it. */
function sumLines(
  sum: string | null | undefined,
  claim: string | null | undefined,
  words: { sealedSum: string; claimedSum: string },
): string[] {
  const stored = sum ? [claim === undefined ? `SHA-256 ${sum}` : `${words.sealedSum} ${sum}`] : []
  return claim ? [...stored, `${words.claimedSum} ${claim}`] : stored
}

/** What a supplier keeps: names, sizes and sums of what arrived. */
export const batchReceipt: Template<'batch-receipt'> = (facts, { words, language }) => {
  const own = words.batchReceipt
  const title = own.heading(facts.fileCount, facts.requester)
  const arrived = own.arrived(formatMoment(facts.arrivedAt, facts.timeZone, language))
  const rows = facts.files.map(({ path, bytes }, nth) => ({
    name: path,
    lines: sumLines(facts.sums[nth], facts.claims && (facts.claims[nth] ?? null), own),
    figure: formatBytes(bytes, words.locale),
  }))
  const hidden = facts.fileCount - rows.length
  const { text, block } = listedRows(rows, hidden > 0 ? words.andMore(hidden) : null)
  const total = `${words.total}  ${formatBytes(facts.totalBytes, words.locale)}`
  const advice = facts.sums.some((sum) => sum === null) ? own.unsummed : own.keep
  return {
    subject: own.subject(facts.fileCount, facts.title),
    slug: facts.slug,
    text: [title, arrived, ...text, total, advice, `${own.button}:\n${facts.link}`],
    blocks: [
      stampMark(own.stamp, 'delivered'),
      heading(title),
      note(arrived),
      block,
      note(total),
      note(advice),
      button(own.button, facts.link),
    ],
    replyTo: facts.requester,
  }
}
