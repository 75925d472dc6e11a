/** What runs in the thread that prints one receipt: takes a PageWork, answers the PDF. */
import { parentPort, workerData } from 'node:worker_threads'
import { type PageWork, printPage } from './print-page.ts'

const pdf = new Uint8Array(await printPage(workerData as PageWork))
parentPort?.postMessage(pdf, [pdf.buffer])
