import type { Receipt, ReceiptFile } from '@waybill/contract/tracking/receipt-endpoints'
import { expect, test } from 'vitest'
import { summaryOf } from './receipt-summary.ts'
import { receiptCheckWords } from './words/receipt-check-words.ts'

const at = { utc: '2026-11-20T10:00:00.000Z', sender: null, recipient: null }
const nothing = { bytes: 30, deliveredBytes: 0, openedAt: null, finishedAt: null, evidence: 'received', doubtBytes: 0 }
const file = (change: Partial<ReceiptFile> = {}) => ({ state: 'checked', removedAt: null, ...change })
const told = (delivery: object, files = [file()]) =>
  summaryOf(
    {
      recipient: { name: null, email: 'asha@rao-forge.example' },
      transfer: { sendAs: 'email' },
      delivery: { ...nothing, ...delivery },
      files,
    } as Receipt,
    receiptCheckWords.en,
    (bytes) => `${bytes} B`,
  )

test.each([
  [{}, 'It was sent to asha@rao-forge.example, and has not been opened.'],
  [{ openedAt: at }, 'asha@rao-forge.example opened it, and has downloaded nothing.'],
  [{ openedAt: at, deliveredBytes: 10 }, '10 B of 30 B for asha@rao-forge.example has left the server.'],
  [{ openedAt: at, deliveredBytes: 30, finishedAt: at }, 'asha@rao-forge.example received all of it: 1 file, 30 B.'],
  [
    { deliveredBytes: 30, finishedAt: at, evidence: 'handed-over', doubtBytes: 5 },
    'All of it, 1 file, 30 B, was handed to a proxy on the way to asha@rao-forge.example. Of that, 5 B are in doubt.',
  ],
  [
    { deliveredBytes: 30, finishedAt: at, evidence: 'sent-by-proxy', doubtBytes: 5 },
    'All of it, 1 file, 30 B, went to a proxy on the way to asha@rao-forge.example, which reported that it sent it on. Of that, 5 B are in doubt.',
  ],
])('%j gives one sentence', (delivery, sentence) => {
  expect(told(delivery)).toBe(sentence)
})

test('withdrawn or removed files do not count as received', () => {
  const files = [file(), file(), file({ state: 'withdrawn' }), file({ removedAt: at })]
  expect(told({ deliveredBytes: 30, finishedAt: at }, files)).toContain('2 files')
})
