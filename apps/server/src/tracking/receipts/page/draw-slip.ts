import { formatBytes } from '@waybill/contract/core/sizes'
import type { EvidenceKind } from '@waybill/contract/tracking/evidence'
import type { Receipt } from '@waybill/contract/tracking/receipt-endpoints'
import { ink, MARGIN, type Paper, type Style, styles } from '../../../platform/paper/paper.ts'
import { placeOf, whoOf } from './people-words.ts'
import type { Printed } from './print-page.ts'
import { senderTime } from './readable-time.ts'

const PAD = 20
const NOTCH = 5

type State = 'sent' | 'opened' | 'partly' | 'delivered'
const colors: Record<State, string> = {
  sent: ink.soft,
  opened: ink.waiting,
  partly: ink.waiting,
  delivered: ink.delivered,
}

/** The slip at the top: number, status and route. Its height depends on its sentence. */
export function drawSlip(paper: Paper, printed: Printed): void {
  const { receipt, words, language } = printed
  const top = paper.y
  const [x, width] = [MARGIN + PAD, paper.width - 2 * PAD]
  const state = stateOf(receipt)
  const summary = { text: summaryOf(printed, state), style: { ...styles.text, size: 10.5 }, x, width: width - 128 }
  const titled = { text: receipt.transfer.title ?? '', style: styles.heading, x, width: width - 128 }
  const titleHeight = titled.text === '' ? 0 : paper.heightOf(titled.text, titled.style, titled.width) + 4
  const route = top + 122 + titleHeight + paper.heightOf(summary.text, summary.style, summary.width)
  const foot = route + 56
  drawSheet(paper, top, foot - top)
  drawHead(paper, printed, { x, top, width: width - 130 })
  const number: Style = { face: 'mono', size: 11, color: ink.text }
  const shown = words.number(receipt.transfer.slug)
  paper.at(shown, number, { x: x + width - paper.measure(shown, number), y: top + 31 })
  paper.y = top + 50
  paper.rule(true)
  paper.y = top + 64
  paper.write(words.title, styles.title, { x, width: width - 130 })
  const stamp = state === 'delivered' ? words.stampsOfWhole[weakestIn(receipt)] : words.stamps[state]
  drawStamp(paper, stamp, colors[state], { right: x + width, y: top + 68 })
  paper.y += 6
  if (titleHeight > 0) {
    paper.write(titled.text, titled.style, titled)
    paper.y += 4
  }
  paper.write(summary.text, summary.style, summary)
  drawRoute(paper, printed, state, { x, width, y: route })
  const issued = words.issued(senderTime(receipt.issuedAt, language))
  paper.at(`${issued} · ${receipt.issuer}`, styles.soft, { x, y: foot - 13 })
  paper.y = foot + 22
}

/** Nothing of it is recorded as arrived yet. */
const hasBegun = ({ beganAt, removedAt }: Receipt['files'][number]): boolean => beganAt !== null && removedAt === null

function stateOf({ delivery, files }: Receipt): State {
  if (delivery.finishedAt !== null) return 'delivered'
  if (delivery.deliveredBytes > 0 || files.some(hasBegun)) return 'partly'
  return delivery.openedAt === null ? 'sent' : 'opened'
}

function summaryOf({ receipt, words, language }: Printed, state: State): string {
  const { delivery, files } = receipt
  const who = whoOf(receipt.recipient, words)
  const told = senderTime(delivery.finishedAt ?? delivery.openedAt ?? receipt.issuedAt, language)
  // No line break between a number and its unit.
  const sizeOf = (bytes: number) => formatBytes(bytes, words.locale).replace(' ', '\u00a0')
  const [size, done] = [sizeOf(delivery.bytes), sizeOf(delivery.deliveredBytes)]
  const count = files.filter(({ removedAt, state: is }) => removedAt === null && is !== 'withdrawn').length
  if (state === 'delivered') {
    const whole = words.summary[evidenceOf(receipt)](who, count, size, told)
    return delivery.doubtBytes > 0 ? `${whole} ${words.summary.doubt(sizeOf(delivery.doubtBytes))}` : whole
  }
  if (state === 'partly' && delivery.deliveredBytes === 0) return words.summary.begun(who)
  if (state === 'partly') return words.summary[wasProxied(receipt) ? 'partlyProxied' : 'partly'](who, done, size)
  return state === 'opened' ? words.summary.opened(who, told) : words.summary.sent(who)
}

/** An entry without evidence only shows that its bytes left the server. */
const weakestIn = ({ delivery }: Receipt): EvidenceKind => delivery.evidence ?? 'handed-over'

/** How the current files have all arrived; 'mixed' where they differ. */
function evidenceOf(receipt: Receipt): EvidenceKind | 'mixed' {
  const standing = receipt.files.filter(({ removedAt, state }) => removedAt === null && state !== 'withdrawn')
  // An empty file has no bytes to send.
  return new Set(standing.filter(({ bytes }) => bytes > 0).map(({ evidence }) => evidence)).size > 1
    ? 'mixed'
    : weakestIn(receipt)
}

/** Whether bytes that count came over anything but the recipient's own connection. */
const wasProxied = ({ chain }: Receipt): boolean =>
  chain.entries.some(
    ({ actorKind, kind, evidence }) =>
      actorKind === 'human' && (kind === 'delivered' || kind === 'finished') && evidence !== 'received',
  )

/** A sheet whose upper edge is torn off along a perforation. */
function drawSheet({ doc, left, width }: Paper, top: number, height: number): void {
  doc.roundedRect(left, top, width, height, 6).lineWidth(0.6).fillAndStroke(ink.paper, ink.rule)
  const holes = Math.floor(width / (NOTCH * 3))
  const step = width / holes
  for (let i = 0; i < holes; i += 1) doc.circle(left + step * (i + 0.5), top, 2.1).fill('#FFFFFF')
}

const LOGO_HEIGHT = 28
const nameStyle: Style = { ...styles.heading, size: 13 }

/** The company's logo or name, else our mark. */
function drawHead(paper: Paper, { brand }: Printed, { x, top, width }: { x: number; top: number; width: number }) {
  if (brand?.logo && drawLogo(paper, brand.logo, { x, y: top + 13, width })) return
  if (brand?.name) {
    paper.at(cutTo(paper, brand.name, width), nameStyle, { x, y: top + 31 })
  } else {
    drawMark(paper, x, top + 18)
    paper.at('Waybill', nameStyle, { x: x + 24, y: top + 31 })
  }
}

/** False for a picture that cannot be read: a receipt is printed whatever its logo is. */
function drawLogo({ doc }: Paper, logo: Uint8Array, { x, y, width }: { x: number; y: number; width: number }): boolean {
  try {
    doc.image(Buffer.from(logo), x, y, { fit: [width, LOGO_HEIGHT], valign: 'center' })
    return true
  } catch {
    return false
  }
}

/** A name on one line, with dots where it is too long. */
function cutTo(paper: Paper, name: string, width: number): string {
  if (paper.measure(name, nameStyle) <= width) return name
  const letters = [...name]
  while (letters.length > 1 && paper.measure(`${letters.join('')}…`, nameStyle) > width) letters.pop()
  return `${letters.join('')}…`
}

function drawMark({ doc }: Paper, x: number, y: number): void {
  doc.lineWidth(1.4).roundedRect(x, y, 17, 17, 3).stroke(ink.text)
  doc
    .lineWidth(1.6)
    .lineJoin('round')
    .moveTo(x + 3.5, y + 12)
    .lineTo(x + 6.3, y + 6)
    .lineTo(x + 8.8, y + 10)
    .lineTo(x + 11.2, y + 6)
    .lineTo(x + 13.8, y + 12)
    .stroke(ink.stamp)
}

function drawStamp(paper: Paper, word: string, color: string, { right, y }: { right: number; y: number }): void {
  const style: Style = { face: 'strong', size: 13, color }
  const width = paper.measure(word, style) + 22
  const { doc } = paper
  doc.save().rotate(-4, { origin: [right - width / 2, y + 13] })
  doc
    .lineWidth(1.6)
    .roundedRect(right - width, y, width, 26, 3)
    .stroke(color)
  paper.at(word, style, { x: right - width + 11, y: y + 17.6 })
  doc.restore()
}

/** From the sender's place to the recipient's, filled up to the arrived bytes. */
function drawRoute(
  paper: Paper,
  { receipt, words, brand }: Printed,
  state: State,
  { x, width, y }: { x: number; width: number; y: number },
): void {
  const { doc } = paper
  const { bytes, deliveredBytes } = receipt.delivery
  const [from, to] = [x + 5, x + width - 5]
  const part = state === 'delivered' ? 1 : bytes === 0 ? 0 : Math.min(1, deliveredBytes / bytes)
  const color = state === 'delivered' ? ink.delivered : (brand?.colour ?? ink.stamp)
  const line = () => doc.lineWidth(1.6).moveTo(from + 8, y)
  line()
    .dash(4, { space: 3 })
    .lineTo(to - 8, y)
    .stroke(ink.rule)
    .undash()
  if (part > 0)
    line()
      .lineTo(from + 8 + (to - from - 16) * part, y)
      .stroke(color)
  doc.lineWidth(1.8).circle(from, y, 4).stroke(ink.text)
  doc.lineWidth(1.8).circle(to, y, 4)
  if (state === 'delivered') doc.fillAndStroke(color, color)
  else doc.stroke(color)
  const half = width / 2 - 8
  const ends = [
    { party: receipt.sender, x, align: 'left' },
    { party: receipt.recipient, x: x + width - half, align: 'right' },
  ] as const
  paper.y = y + 10
  paper.beside(
    ends.map(({ party, ...box }) => ({ text: placeOf(party, words), style: styles.strong, width: half, ...box })),
  )
}
