/** Runs in the thread that writes one receipt, and prints it where a language is given. */
import type { Language } from '@waybill/contract/core/fields'
import type { PrintedBrand } from '../../branding/index.ts'
import { answerInThread } from '../../platform/threads/index.ts'
import type { ReceiptRows } from './receipt-store.ts'
import { type ReceiptWork, writeReceipt } from './write-receipt.ts'

interface Work extends Omit<ReceiptWork, 'rows'> {
  head: Omit<ReceiptRows, 'files' | 'entries'>
  language: Language | null
  brand: PrintedBrand | null
}

await answerInThread(
  async ({ head, language, brand, ...work }: Work, lists): Promise<{ bytes: Uint8Array<ArrayBuffer> }> => {
    const rows = withBuffers({ ...head, files: lists.files ?? [], entries: lists.entries ?? [] }) as ReceiptRows
    const { file, ...signed } = writeReceipt({ ...work, rows })
    if (language === null) return { bytes: new TextEncoder().encode(file) }
    // Its fonts and its library are only loaded for printing.
    const { printPage } = await import('./page/print-page.ts')
    return { bytes: new Uint8Array(await printPage({ signed, file, language, brand })) }
  },
  ({ bytes }) => [bytes.buffer],
)

/** Between threads a Buffer arrives as plain bytes: this makes it a Buffer again, at any depth. */
function withBuffers(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (Array.isArray(value)) return value.map(withBuffers)
  if (value === null || typeof value !== 'object' || value instanceof Date || value instanceof Map) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withBuffers(member)]))
}
