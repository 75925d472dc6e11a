import type { Receipt, ReceiptMoment } from '@waybill/contract/tracking/receipt-endpoints'
import { type Paper, type Style, styles } from '../../../platform/paper/paper.ts'
import { placeOf } from './people-words.ts'
import type { Printed } from './print-page.ts'
import { readableTime } from './readable-time.ts'

const GAP = 16
const cell = {
  name: { ...styles.strong, size: 8.5 },
  time: { ...styles.soft, size: 7.9, leading: 1.55 },
} as const

export function drawHeading(paper: Paper, text: string): void {
  paper.need(70)
  paper.write(text, styles.heading, { x: paper.left, width: paper.width })
  paper.y += 4
  paper.rule()
  paper.y += 6
}

/** Sender and recipient side by side. */
export function drawParties(paper: Paper, { receipt, words }: Printed): void {
  const { sender, recipient, transfer } = receipt
  const width = (paper.width - GAP) / 2
  const boxes = [
    { x: paper.left, width },
    { x: paper.left + width + GAP, width },
  ] as const
  const noAddress = transfer.sendAs === 'link' ? words.whoeverHoldsLink : words.erased
  const told = [
    [sender, sender.email ?? words.erased, sender.isProven ? words.addressProven : words.addressNotProven],
    [recipient, recipient.email ?? noAddress, recipient.isRemoved ? words.removed : null],
  ] as const
  const heads = [words.from, words.to]
  paper.beside(boxes.map((box, i) => ({ text: heads[i] ?? '', style: styles.heading, ...box })))
  paper.y += 4
  paper.rule()
  paper.y += 6
  const top = paper.y
  const ends = told.map(([party, address, note], i) => {
    const box = boxes[i] ?? boxes[0]
    paper.y = top
    const [first, ...rest] = [party.name, party.company, address, placeOf(party, words)].filter((line) => line !== null)
    paper.write(first ?? '', styles.strong, box)
    for (const line of rest) paper.write(line, styles.text, box)
    if (note !== null) paper.write(note, styles.soft, box)
    return paper.y
  })
  paper.y = Math.max(...ends) + GAP
}

/** Each moment on three clocks. */
export function drawTimes(paper: Paper, { receipt, words, language }: Printed): void {
  const { sender, recipient, delivery, identity } = receipt
  const label = 76
  const width = (paper.width - label) / 3
  const cells = (texts: readonly string[], styleOf: (column: number) => Style) =>
    paper.beside(
      texts.map((text, i) => ({
        text,
        style: styleOf(i),
        x: paper.left + (i === 0 ? 0 : label + width * (i - 1)),
        width: (i === 0 ? label : width) - 4,
      })),
    )
  drawHeading(paper, words.times)
  const zones = [sender.timeZone, recipient.timeZone].map((zone) => zone ?? words.unknownClock)
  const titles = ['', words.utc, words.senderClock(zones[0] ?? ''), words.recipientClock(zones[1] ?? '')]
  cells(titles, () => cell.time)
  const rows: Array<[string, ReceiptMoment | null]> = [
    ...rowsOfSending(receipt, words.rows),
    [words.rows.opened, delivery.openedAt],
    [words.rows.identity, identity?.at ?? null],
    [words.rows.finished, delivery.finishedAt],
    [words.rows.issued, receipt.issuedAt],
  ]
  const told = (time: string | null | undefined) => (time ? readableTime(time, language) : '–')
  for (const [name, at] of rows) {
    paper.y += 3
    cells([name, told(at?.utc), told(at?.sender), told(at?.recipient)], (i) => (i === 0 ? cell.name : cell.time))
  }
  paper.y += GAP
}

/** When it was sent, and when all of it was there if that was later. */
function rowsOfSending(
  { transfer, chain }: Receipt,
  rows: Printed['words']['rows'],
): Array<[string, ReceiptMoment | null]> {
  if (!transfer.whileUploading) return [[rows.sent, transfer.sentAt]]
  const { wholeAt = null } = transfer
  const isShort = chain.entries.some(({ place, kind }) => place === wholeAt?.entry && kind === 'dropped')
  return [
    [rows.sentWhileUploading, transfer.sentAt],
    [isShort ? rows.dropped : rows.arrived, wholeAt],
  ]
}

export function drawIdentity(paper: Paper, { receipt, words }: Printed): void {
  drawHeading(paper, words.identity)
  const told = words.identities[receipt.identity?.by ?? 'none']
  const device = deviceOf(receipt)
  const place = receipt.identity === null ? null : placeOf(receipt.recipient, words)
  const seen = [place, device].filter((text) => text !== null)
  const box = { x: paper.left, width: paper.width }
  paper.write(told, styles.text, box)
  if (seen.length > 0) paper.write(seen.join(' · '), styles.soft, box)
  paper.y += GAP
}

/** The device that the recipient used last. */
function deviceOf({ chain }: Receipt): string | null {
  return (
    chain.entries.findLast(({ device, actorKind, kind }) => device !== null && actorKind === 'human' && kind !== 'sent')
      ?.device ?? null
  )
}
