/** Runs in the thread that prints one invoice: its fonts and its library are large. */
import { answerInThread } from '../../platform/threads/index.ts'
import { drawInvoice, type InvoiceWork } from './draw-invoice.ts'

await answerInThread(
  async (work: InvoiceWork): Promise<{ bytes: Uint8Array<ArrayBuffer> }> => ({
    bytes: new Uint8Array(await drawInvoice(work)),
  }),
  ({ bytes }) => [bytes.buffer],
)
