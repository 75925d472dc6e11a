import type { Company } from '@waybill/contract/billing/company-shapes'
import type { Period, SoldRole } from '@waybill/contract/billing/plans'
import { taxIdKinds } from '@waybill/contract/billing/tax-ids'
import type { Language } from '@waybill/contract/core/fields'
import { offsetTimeAt } from '@waybill/contract/core/zoned-time'
import PDFDocument from 'pdfkit'
import { ink, MARGIN, Paper, type Style, styles } from '../../platform/paper/paper.ts'
import { en, type InvoiceWords } from './words/en.ts'
import { zh } from './words/zh.ts'

/** What an invoice says. Sums are in cents of US$, instants in ISO 8601. */
export interface InvoiceWork {
  number: string
  status: 'open' | 'paid' | 'void'
  offer: { role: SoldRole; period: Period; purchase: 'subscription' | 'prepaid' }
  isSwitch: boolean
  fullCents: number
  amountCents: number
  refundedCents: number
  company: Company | null
  email: string
  madeAt: string
  paidAt: string | null
  language: Language
  timeZone: string
  issuer: string
}

interface Drawing {
  paper: Paper
  work: InvoiceWork
  words: InvoiceWords
}

const AMOUNT_WIDTH = 110
const GAP = 18
const colors = { paid: ink.delivered, open: ink.waiting, void: ink.soft } as const

/** An invoice of the sandbox as a PDF of A4 pages, which says that it is a test. */
export async function drawInvoice(work: InvoiceWork): Promise<Buffer> {
  const words = { en, zh }[work.language]
  const madeAt = new Date(work.madeAt)
  const doc = new PDFDocument({
    size: 'A4',
    // Only Paper decides when a page is full.
    margin: 0,
    bufferPages: true,
    lang: words.locale,
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: `${words.title} ${work.number}`, Author: 'Waybill', CreationDate: madeAt, ModDate: madeAt },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const written = new Promise((resolve, reject) => doc.on('end', resolve).on('error', reject))
  const drawing = { paper: new Paper(doc), work, words }
  for (const draw of [drawHead, drawParties, drawSums, drawFeet]) draw(drawing)
  doc.end()
  await written
  return Buffer.concat(chunks)
}

function drawHead({ paper, work, words }: Drawing): void {
  const { left: x, width } = paper
  const stamp: Style = { ...styles.heading, color: colors[work.status] }
  const shown = words.stamps[work.status]
  paper.at('Waybill', { ...styles.heading, size: 13 }, { x, y: MARGIN + 10 })
  paper.at(shown, stamp, { x: x + width - paper.measure(shown, stamp), y: MARGIN + 10 })
  paper.y = MARGIN + 24
  paper.rule(true)
  paper.y += 16
  paper.write(words.title, styles.title, { x, width })
  paper.y += 4
  paper.write(words.testTitle, { ...styles.strong, color: ink.stamp }, { x, width })
  paper.write(words.testText, styles.soft, { x, width })
  paper.y += 10
  const facts = [
    [words.number, work.number],
    [words.date, dayOf(work, words, work.madeAt)],
    [words.paidOn, work.paidAt && dayOf(work, words, work.paidAt)],
  ] as const
  for (const [name, value] of facts) {
    if (value === null) continue
    paper.beside([
      { text: name, style: styles.soft, x, width: 110 },
      { text: value, style: styles.text, x: x + 110, width: width - 110 },
    ])
  }
  paper.y += GAP
}

/** Of an instant, where the account's owner is. */
function dayOf({ timeZone }: InvoiceWork, words: InvoiceWords, at: string): string {
  const [year = '', month = '', day = ''] = offsetTimeAt(Date.parse(at), timeZone).slice(0, 10).split('-')
  return words.day(Number(year), Number(month), Number(day))
}

function drawParties({ paper, work, words }: Drawing): void {
  const width = (paper.width - GAP) / 2
  const boxes = [
    { x: paper.left, width },
    { x: paper.left + width + GAP, width },
  ] as const
  const parties = [['Waybill', new URL(work.issuer).host], linesOf(work, words)]
  paper.beside([
    { text: words.from, style: styles.heading, ...boxes[0] },
    { text: words.to, style: styles.heading, ...boxes[1] },
  ])
  paper.y += 4
  paper.rule()
  paper.y += 6
  const top = paper.y
  const ends = boxes.map((box, i) => {
    paper.y = top
    const [first = '', ...rest] = parties[i] ?? []
    paper.write(first, styles.strong, box)
    for (const line of rest) paper.write(line, styles.text, box)
    return paper.y
  })
  paper.y = Math.max(...ends) + GAP
}

/** Name, address, tax id and email, a line each; the email alone where nothing else is known. */
function linesOf({ company, email }: InvoiceWork, words: InvoiceWords): string[] {
  if (company === null) return [email]
  const { name, address, taxId } = company
  const place = address && [address.postalCode, address.city, address.region].filter((part) => part !== '').join(' ')
  const country = address && new Intl.DisplayNames(words.locale, { type: 'region' }).of(address.country)
  const kind = taxId && taxIdKinds(address?.country ?? '').find(({ type }) => type === taxId.type)?.name
  const lines = [
    name,
    address?.line1,
    address?.line2,
    place,
    country,
    taxId && words.taxId(kind ?? '', taxId.value),
    email,
  ]
  return lines.flatMap((line) => line?.trim() || [])
}

function drawSums({ paper, work, words }: Drawing): void {
  const { fullCents, amountCents, refundedCents, isSwitch } = work
  const line = (name: string, sum: string, style: Style) => {
    paper.beside([
      { text: name, style, x: paper.left, width: paper.width - AMOUNT_WIDTH },
      { text: sum, style, x: paper.left + paper.width - AMOUNT_WIDTH, width: AMOUNT_WIDTH, align: 'right' },
    ])
    paper.y += 3
  }
  line(words.item, words.amount, styles.heading)
  paper.rule()
  paper.y += 6
  // What a switch costs has no price of its own.
  line(itemOf(work, words), usd(isSwitch ? amountCents : fullCents), styles.text)
  if (!isSwitch && amountCents !== fullCents) line(words.off, usd(amountCents - fullCents), styles.text)
  line(words.tax, words.noTax, styles.text)
  paper.rule(true)
  paper.y += 6
  line(words.total, usd(amountCents), { ...styles.strong, size: 11 })
  if (refundedCents > 0) line(words.refunded, usd(-refundedCents), styles.text)
}

function itemOf({ offer: { role, period, purchase }, isSwitch }: InvoiceWork, words: InvoiceWords): string {
  const plan = words.plans[role]
  return isSwitch ? words.switch(plan) : words[purchase](plan, words.periods[period])
}

/** 'US$29.00', '−US$14.50'. */
const usd = (cents: number): string => `${cents < 0 ? '−' : ''}US$${(Math.abs(cents) / 100).toFixed(2)}`

function drawFeet({ paper, work, words }: Drawing): void {
  const { doc, left, width } = paper
  if (paper.hasMissing) {
    paper.y += GAP
    paper.write(words.unprintable, styles.soft, { x: left, width })
  }
  const { start, count } = doc.bufferedPageRange()
  const style = { ...styles.soft, size: 7.5 }
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page)
    const y = doc.page.height - MARGIN / 2
    paper.y = y - 14
    paper.rule(true)
    const shown = words.page(page + 1, count)
    paper.at(`${work.number} · ${words.testTitle}`, style, { x: left, y })
    paper.at(shown, style, { x: left + width - paper.measure(shown, style), y })
  }
}
