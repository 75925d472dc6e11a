import type { Language } from '@waybill/contract/core/fields'
import type { SignedReceipt } from '@waybill/contract/tracking/receipt-endpoints'
import PDFDocument from 'pdfkit'
import type { PrintedBrand } from '../../../branding/index.ts'
import { MARGIN, Paper, styles } from '../../../platform/paper/paper.ts'
import { en, type ReceiptWords } from '../words/en.ts'
import { zh } from '../words/zh.ts'
import { drawContents } from './draw-contents.ts'
import { drawIdentity, drawParties, drawTimes } from './draw-facts.ts'
import { drawProof } from './draw-proof.ts'
import { drawRecord } from './draw-record.ts'
import { drawSlip } from './draw-slip.ts'

/** The input of every part of the page. */
export interface Printed extends SignedReceipt {
  words: ReceiptWords
  language: Language
  /** Of the sender's company; null: ours. */
  brand: PrintedBrand | null
}

export interface PageWork {
  signed: SignedReceipt
  /** The signed receipt as it is delivered, which goes into the PDF byte for byte. */
  file: string
  language: Language
  brand?: PrintedBrand | null
}

/** The receipt as a PDF of A4 pages. */
export async function printPage({ signed, file, language, brand = null }: PageWork): Promise<Buffer> {
  const words = { en, zh }[language]
  const printed: Printed = { ...signed, words, language, brand }
  const issuedAt = new Date(signed.receipt.issuedAt.utc)
  const doc = new PDFDocument({
    size: 'A4',
    // Only Paper decides when a page is full.
    margin: 0,
    bufferPages: true,
    lang: words.locale,
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: `${words.title} ${signed.receipt.transfer.slug}`,
      Author: 'Waybill',
      CreationDate: issuedAt,
      ModDate: issuedAt,
    },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const written = new Promise((resolve, reject) => doc.on('end', resolve).on('error', reject))
  const paper = new Paper(doc)
  for (const draw of [drawSlip, drawParties, drawTimes, drawIdentity, drawContents, drawRecord, drawProof]) {
    draw(paper, printed)
  }
  drawFeet(paper, printed)
  const attached = { name: 'receipt.json', type: 'application/json', relationship: 'Data' as const }
  doc.file(Buffer.from(file), { ...attached, creationDate: issuedAt, modifiedDate: issuedAt })
  doc.end()
  await written
  return Buffer.concat(chunks)
}

function drawFeet(paper: Paper, { receipt, words, key }: Printed): void {
  const { doc, left, width } = paper
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page)
    const y = doc.page.height - MARGIN / 2
    paper.y = y - 14
    paper.rule(true)
    const shown = words.page(page + 1, count)
    paper.at(`${receipt.transfer.slug} · ${key}`, styles.code, { x: left, y })
    paper.at(
      shown,
      { ...styles.soft, size: 7.5 },
      { x: left + width - paper.measure(shown, { ...styles.soft, size: 7.5 }), y },
    )
  }
}
