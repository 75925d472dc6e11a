import type { LedgerEntry, LedgerKind } from '@waybill/contract/tracking'
import { expect, test } from 'vitest'
import { stalledSince } from './standing-still.ts'

/** A ledger as a list of 'who kind', the oldest first. */
const ledger = (...told: string[]): LedgerEntry[] =>
  told
    .map((line, index): LedgerEntry => {
      const [who = '', kind = ''] = line.split(' ')
      return {
        _id: String(index),
        place: index + 1,
        kind: kind as LedgerKind,
        lane: 'human',
        reason: null,
        detail: null,
        at: `2026-11-20T12:${10 + index}:00.000Z`,
        recipient: who === '-' ? null : { _id: who, email: null },
        file: null,
        bytes: null,
        country: null,
        city: null,
        timeZone: null,
        device: null,
        hash: '',
      }
    })
    .reverse()

test.each([
  [['a begun', 'a stalled'], { a: '12:11' }],
  [['a begun', 'a stalled', 'a opened', '- edited'], { a: '12:11' }],
  [['a begun', 'a stalled', 'a begun'], {}],
  [['a stalled', 'a delivered'], {}],
  [['a stalled', 'a finished'], {}],
  [['a stalled', 'a begun', 'a stalled', 'b begun'], { a: '12:12' }],
  [['a stalled', 'b stalled', 'a finished'], { b: '12:11' }],
  [['- sent', 'a mailed', 'a opened'], {}],
])('%j stands still: %j', (told, still) => {
  const found = [...stalledSince(ledger(...told))].map(([who, at]) => [who, at.slice(11, 16)])
  expect(Object.fromEntries(found)).toEqual(still)
})
