import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Language } from '@waybill/contract/fields'
import type { PageWork } from './page/print-page.ts'
import type { WrittenReceipt } from './read-receipt.ts'

const PROGRAM = new URL('./page/work.ts', import.meta.url)
const HEAP_MB = 512

/** One after the other: each takes a processor for a second, and those who send files go first. */
let before: Promise<unknown> = Promise.resolve()

/** The receipt as a PDF in `language`, with the signed JSON inside. Made in a thread of its own, so that nobody else waits. */
export async function printReceipt({ file, ...signed }: WrittenReceipt, language: Language): Promise<Buffer> {
  const printing = before.then(() => print({ signed, file, language }))
  before = printing.catch(() => {})
  return printing
}

async function print(workerData: PageWork): Promise<Buffer> {
  const worker = new Worker(PROGRAM, { workerData, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
  try {
    const [pdf] = (await once(worker, 'message')) as [Uint8Array<ArrayBuffer>]
    return Buffer.from(pdf.buffer)
  } finally {
    await worker.terminate()
  }
}
