import { describe, expect, it, test } from 'vitest'
import {
  type ConnectionEnd,
  evidenceOf,
  judgeFile,
  judgeProxied,
  MOST_UNREAD_BYTES,
  mayJump,
  type Outcome,
  type ProxyReport,
  readTo,
  weakestOf,
} from './evidence.ts'

const MIB = 1024 * 1024

describe('how far a connection was read', () => {
  const carried = { startsAt: 2 * MIB, arrivedTo: 8 * MIB }

  it('is all that arrived, where the reader ended it in order', () => {
    expect(readTo(carried, 'read', [])).toBe(8 * MIB)
  })

  it.each([
    ['nothing, where nobody continues', [], 2 * MIB],
    ['to where a neighbour begins', [5 * MIB], 5 * MIB],
    ['to the furthest of them', [3 * MIB, 6 * MIB], 6 * MIB],
    ['to its very end', [8 * MIB], 8 * MIB],
    ['never beyond what arrived', [8 * MIB + 1], 2 * MIB],
    ['not by those that begin before it, or where it does', [0, 2 * MIB], 2 * MIB],
  ])('that was cut is %s', (_, neighbours, to) => {
    expect(readTo(carried, 'cut', neighbours)).toBe(to)
  })

  it('that was cut is all except what a system may hold unread', () => {
    const long = { startsAt: MIB, arrivedTo: 100 * MIB }
    expect(readTo(long, 'cut', [])).toBe(100 * MIB - MOST_UNREAD_BYTES)
    expect(readTo(long, 'cut', [90 * MIB])).toBe(90 * MIB)
  })
})

describe('a file', () => {
  const file = { bytes: 100, arrivedBytes: 100, readBytes: 60, isQuiet: false, isCutWhole: false }

  test.each([
    ['of which a byte is missing is open', { arrivedBytes: 99 }, { state: 'open' }],
    ['of which a byte is missing stays open', { arrivedBytes: 99, isQuiet: true }, { state: 'open' }],
    ['that was read is finished', { readBytes: 100 }, { state: 'finished', doubtBytes: 0 }],
    [
      'that was read is finished, whatever was cut',
      { readBytes: 100, isCutWhole: true },
      { state: 'finished', doubtBytes: 0 },
    ],
    ['that arrived is doubtful', {}, { state: 'doubtful', doubtBytes: 40 }],
    [
      'that arrived and is asked for no more is finished, with the doubt',
      { isQuiet: true },
      { state: 'finished', doubtBytes: 40 },
    ],
    [
      'that one connection brought and lost is not',
      { isQuiet: true, isCutWhole: true },
      { state: 'doubtful', doubtBytes: 40 },
    ],
    ['of no bytes is finished', { bytes: 0, arrivedBytes: 0, readBytes: 0 }, { state: 'finished', doubtBytes: 0 }],
  ])('%s', (_, evidence, verdict) => {
    expect(judgeFile({ ...file, ...evidence })).toEqual(verdict)
  })
})

describe('an answer to a proxy', () => {
  const carried = { startsAt: 1_000, endsAt: 5_000, arrivedTo: 5_000 }
  const whole = { bytes: 4_000, isComplete: true, isFramed: false }
  const handed = { end: 'read', arrivedTo: 5_000, evidence: 'handed-over' }
  const sent = { ...handed, evidence: 'sent-by-proxy' }

  test.each<[string, ProxyReport | null, object]>([
    ['was handed over where it says nothing', null, handed],
    ['was sent where it says so of every byte', whole, sent],
    ['was sent where it counts its frames too, and is done', { ...whole, bytes: 4_090, isFramed: true }, sent],
    ['was handed over where it says that it is done with fewer bytes', { ...whole, bytes: 3_999 }, handed],
    [
      'is cut where it broke off, at what it sent',
      { ...whole, bytes: 2_500, isComplete: false },
      { end: 'cut', arrivedTo: 3_500, evidence: 'sent-by-proxy' },
    ],
    [
      'is cut also where every byte was sent, but not to the end',
      { ...whole, isComplete: false },
      { end: 'cut', arrivedTo: 5_000, evidence: 'sent-by-proxy' },
    ],
    [
      'is cut, and no more than handed over, where it broke off and counts its frames too',
      { bytes: 2_500, isComplete: false, isFramed: true },
      { end: 'cut', arrivedTo: 3_500, evidence: 'handed-over' },
    ],
  ])('%s', (_, report, outcome) => {
    expect(judgeProxied(carried, 'read', report)).toEqual(outcome)
  })

  test.each<[string, ConnectionEnd, ProxyReport, Outcome]>([
    ['is never more than it took', 'cut', whole, { end: 'cut', arrivedTo: 4_000, evidence: 'sent-by-proxy' }],
    [
      'is never whole where it did not take the whole, whatever it says',
      'cut',
      { bytes: 9_000, isComplete: true, isFramed: true },
      { end: 'cut', arrivedTo: 4_000, evidence: 'handed-over' },
    ],
  ])('%s', (_, end, report, outcome) => {
    expect(judgeProxied({ ...carried, arrivedTo: 4_000 }, end, report)).toEqual(outcome)
  })

  test('an answer of no bytes is sent where the proxy says that it is done', () => {
    const empty = { startsAt: 0, endsAt: 0, arrivedTo: 0 }
    expect(judgeProxied(empty, 'read', { ...whole, bytes: 0 })).toEqual({ ...sent, arrivedTo: 0 })
  })
})

test.each([
  [[], null],
  [[null], null],
  [['received', null, 'received'], 'received'],
  [['received', 'sent-by-proxy'], 'sent-by-proxy'],
  [['sent-by-proxy', 'handed-over', 'received'], 'handed-over'],
] as const)('%j give the evidence %j', (kinds, weakest) => {
  expect(weakestOf(kinds)).toBe(weakest)
})

test.each([
  [false, false, 'received'],
  [false, true, 'sent-by-proxy'],
  [true, true, 'handed-over'],
])('a file of which a part was handed over (%j) or sent (%j) is %s', (hasHanded, hasSent, kind) => {
  expect(evidenceOf({ hasHanded, hasSent })).toBe(kind)
})

test.each([
  ['whole', false, false],
  ['whole', true, false],
  ['resumed', true, false],
  ['looking', false, true],
  ['looking', true, true],
  ['ranged', false, false],
  ['ranged', true, true],
] as const)('a client that asks for %s, and might jump before (%s), may jump (%s)', (asking, didBefore, may) => {
  expect(mayJump(asking, didBefore)).toBe(may)
})
