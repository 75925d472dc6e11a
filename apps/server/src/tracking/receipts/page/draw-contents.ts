import { formatBytes } from '@waybill/contract/core/sizes'
import type { ReceiptFile } from '@waybill/contract/tracking/receipt-endpoints'
import { ink, type Paper, styles } from '../../../platform/paper/paper.ts'
import { drawHeading } from './draw-facts.ts'
import type { Printed } from './print-page.ts'
import { senderTime } from './readable-time.ts'

const SIZE_WIDTH = 80

/** Every file that the transfer has or had, with its checksum and how much was delivered. */
export function drawContents(paper: Paper, printed: Printed): void {
  const { receipt, words } = printed
  const standing = receipt.files.filter(({ removedAt }) => removedAt === null)
  const bytes = standing.reduce((sum, file) => sum + file.bytes, 0)
  drawHeading(paper, words.contents(standing.length, formatBytes(bytes, words.locale)))
  const names = new Map(receipt.files.map(({ id, name }) => [id, name]))
  for (const file of receipt.files) drawFile(paper, printed, file, names)
  paper.y += 12
}

function drawFile(paper: Paper, printed: Printed, file: ReceiptFile, names: ReadonlyMap<string, string>): void {
  const { words } = printed
  const { left: x, width } = paper
  const isGone = file.removedAt !== null
  const name = isGone ? { ...styles.strong, color: ink.soft } : styles.strong
  paper.need(54)
  paper.beside([
    { text: file.name, style: name, x, width: width - SIZE_WIDTH },
    {
      text: formatBytes(file.bytes, words.locale),
      style: styles.mono,
      x: x + width - SIZE_WIDTH,
      width: SIZE_WIDTH,
      align: 'right',
    },
  ])
  const sum = file.sha256 ?? words.states[file.state]
  paper.write(`${words.sha256} ${sum}`, { ...styles.code, size: 7.4 }, { x, width })
  const delivered = deliveredWords(printed, file)
  const color = file.finishedAt === null ? ink.soft : ink.delivered
  paper.write(delivered, { ...styles.soft, color }, { x, width })
  const history = historyOf(printed, file, names)
  if (history !== '') paper.write(history, styles.soft, { x, width })
  paper.y += 4
  paper.rule(true)
  paper.y += 5
}

function deliveredWords({ words, language }: Printed, file: ReceiptFile): string {
  const size = formatBytes(file.deliveredBytes, words.locale)
  const { finishedAt, evidence, doubtBytes } = file
  if (finishedAt !== null) {
    const doubt = doubtBytes > 0 ? words.inDoubt(formatBytes(doubtBytes, words.locale)) : null
    const told = words.finished(
      size,
      words.evidences[evidence ?? 'handed-over'],
      senderTime(finishedAt, language),
      finishedAt.entry,
    )
    return [told, doubt].filter((text) => text !== null).join(' · ')
  }
  return file.deliveredBytes > 0 ? words.deliveredPartly(size) : words.notDelivered
}

/** Its version, where there are several, and its status. */
function historyOf({ words, language }: Printed, file: ReceiptFile, names: ReadonlyMap<string, string>): string {
  const hasVersions = file.version > 1 || file.replacedBy !== null
  const gone = file.removedAt === null ? null : senderTime(file.removedAt, language)
  const goneWords = file.replacedBy === null ? words.removedOn : words.replacedOn
  return [
    hasVersions ? words.version(file.version) : null,
    file.replaces === null ? null : words.replaces(names.get(file.replaces) ?? ''),
    gone === null ? null : goneWords(gone),
  ]
    .filter((text) => text !== null)
    .join(' · ')
}
