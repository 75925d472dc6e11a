import { formatBytes } from '@waybill/contract/core/sizes'
import type { ReceiptEntry } from '@waybill/contract/tracking/receipt-endpoints'
import { ink, type Paper, styles } from '../../../platform/paper/paper.ts'
import { drawHeading } from './draw-facts.ts'
import { placeOf } from './people-words.ts'
import type { Printed } from './print-page.ts'
import { plainTime } from './readable-time.ts'

/** As many as fit on some ten pages; the signed JSON has all. */
const MAX_PRINTED = 300
const WHEN = 24
const WHAT = 128
const WHERE = 366

/** The entries of the ledger, each with its hash. */
export function drawRecord(paper: Paper, printed: Printed): void {
  const { words, receipt } = printed
  const { entries, length, leftOut } = receipt.chain
  const names = new Map(receipt.files.map(({ id, name }) => [id, name]))
  drawHeading(paper, words.record)
  const box = { x: paper.left, width: paper.width }
  paper.write(words.recordNote(entries.length + leftOut, length), styles.soft, box)
  paper.y += 6
  for (const entry of entries.slice(0, MAX_PRINTED)) drawEntry(paper, printed, entry, names)
  if (entries.length > MAX_PRINTED) paper.write(words.recordLeftOut(entries.length - MAX_PRINTED), styles.soft, box)
  if (leftOut > 0) paper.write(words.neverShown(leftOut), styles.soft, box)
  paper.y += 12
}

function drawEntry(paper: Paper, printed: Printed, entry: ReceiptEntry, names: ReadonlyMap<string, string>): void {
  const { words } = printed
  const { left, width } = paper
  const isBot = entry.actorKind === 'bot'
  const what =
    entry.kind === 'finished'
      ? { ...styles.strong, size: 8.5, color: ink.delivered }
      : { ...styles.soft, color: isBot ? ink.soft : ink.text }
  const place = entry.country === null && entry.city === null ? null : placeOf(entry, words)
  const where = [place, entry.device].filter((text) => text !== null).join(' · ')
  const beside = { x: left + WHERE, width: width - WHERE }
  const told = whatOf(printed, entry, names)
  const toldWidth = WHERE - WHAT - 10
  const heights = [paper.heightOf(where, styles.soft, beside.width), paper.heightOf(told, what, toldWidth) + 10]
  // Its cells are written one after the other and must stay on one page.
  paper.need(6 + Math.max(...heights))
  const top = paper.y
  paper.write(where, styles.soft, beside)
  const below = paper.y
  paper.y = top
  paper.beside([
    { text: String(entry.place), style: styles.code, x: left, width: WHEN - 4 },
    { text: plainTime(entry.at.utc), style: { ...styles.mono, size: 7.4 }, x: left + WHEN, width: WHAT - WHEN - 6 },
    { text: told, style: what, x: left + WHAT, width: toldWidth },
  ])
  paper.write(entry.hash, { ...styles.code, size: 6.4 }, { x: left + WHEN, width: WHERE - WHEN })
  paper.y = Math.max(paper.y, below)
  paper.y += 2
  paper.rule()
  paper.y += 3
}

function whatOf({ words }: Printed, entry: ReceiptEntry, names: ReadonlyMap<string, string>): string {
  // Without its folders, which are in the contents.
  const file = entry.file === null ? null : (names.get(entry.file)?.split('/').at(-1) ?? null)
  const size = entry.bytes === null ? null : formatBytes(entry.bytes, words.locale)
  const list = entry.files && words.filesOf(entry.files.length)
  const reason = entry.reason === 'admin' ? words.byAdmin : entry.reason
  const facts = [file, list, size, reason, detailOf(words, entry.detail), ...evidenceOf(words, entry)].filter(
    (fact) => fact !== null,
  )
  return [words.kinds[entry.kind] ?? entry.kind, ...facts].join(' · ')
}

/** The evidence, the bytes in doubt, and how late it was saved. */
function evidenceOf(words: Printed['words'], { evidence, doubtBytes, lateMs }: ReceiptEntry): Array<string | null> {
  const doubt = doubtBytes === null ? null : words.inDoubt(formatBytes(doubtBytes, words.locale))
  const late = lateMs === null ? null : words.late((lateMs / 1_000).toFixed(1))
  return [evidence && words.evidences[evidence], doubt, late]
}

/** A mail server's code and the names of edited fields stay unchanged. */
function detailOf({ details, again }: Printed['words'], detail: string | null): string | null {
  const [isAgain, count] = /^again(?: (\d+))?$/.exec(detail ?? '') ?? []
  if (isAgain !== undefined) return again(count === undefined ? null : Number(count))
  return detail === null ? null : (details[detail] ?? detail)
}
