import type { EvidenceKind } from '@waybill/contract/tracking/evidence'
import { describe, expect, test } from 'vitest'
import {
  type DeliveryStatus,
  deliveryStatusOf,
  glanceOf,
  inkOf,
  knownOf,
  nextStepOf,
  reachedAt,
  shareOf,
  stampOf,
  statusOfLink,
  tallyOf,
} from './delivery-status.ts'

const nothing = { evidence: null, doubt: null, openDoubt: null }
const by = (evidence: EvidenceKind) => ({ ...nothing, evidence })
const nobody = {
  finishedAt: null,
  deliveredBytes: 0,
  filesFinished: 0,
  filesArrived: 0,
  openedAt: null,
  mail: 'none',
  stalledAt: null,
  known: nothing,
} as const
const whole = (bytes: number, files = 1) => ({ bytes, files: Array(files).fill({ isWithdrawn: false }) })
const at = '2026-11-20T12:00:00.000Z'
const later = '2026-11-21T12:00:00.000Z'

describe('one recipient', () => {
  test.each([
    [{}, 'waiting'],
    [{ mail: 'queued' }, 'queued'],
    [{ mail: 'accepted' }, 'mailed'],
    [{ mail: 'refused' }, 'refused'],
    [{ mail: 'refused', openedAt: at }, 'opened'],
    [{ openedAt: at, deliveredBytes: 62 }, 'under-way'],
    [{ openedAt: at, deliveredBytes: 62, stalledAt: at }, 'stalled'],
    [{ openedAt: at, deliveredBytes: 100, filesArrived: 1, stalledAt: at }, 'almost'],
    [{ finishedAt: at, stalledAt: at }, 'finished'],
    [{ finishedAt: at, known: by('received') }, 'finished'],
    [{ finishedAt: at, known: by('handed-over') }, 'handed'],
    [{ finishedAt: at, known: by('sent-by-proxy') }, 'handed'],
  ] as const)('%j is %s', (fields, status) => {
    expect(deliveryStatusOf({ ...nobody, ...fields }, whole(100))).toBe(status)
  })

  test.each([
    [{ deliveredBytes: 62 }, 'under-way', 0.62],
    [{ deliveredBytes: 100, filesFinished: 1, filesArrived: 1 }, 'under-way', 0.99],
    [{ filesFinished: 1, filesArrived: 1 }, 'under-way', 0],
    [{ deliveredBytes: 100, filesFinished: 1, filesArrived: 2 }, 'almost', 0.99],
  ] as const)('of a file and an empty one, %j is %s', (fields, status, share) => {
    const recipient = { ...nobody, openedAt: at, ...fields }
    expect(deliveryStatusOf(recipient, whole(100, 2))).toBe(status)
    expect(shareOf(recipient, whole(100, 2))).toBe(share)
    expect(reachedAt(recipient)).toBeNull()
  })

  test('the evidence shows once all of it has arrived, and for a doubt whether it is already named', () => {
    const [named, open] = [
      { bytes: 3, files: 1, isEnd: true },
      { bytes: 5, files: 1, isEnd: false },
    ]
    const known = { evidence: 'received', doubt: named, openDoubt: open } as const
    expect(knownOf({ ...nobody, deliveredBytes: 62, known }, whole(100))).toBeNull()
    const arrived = { ...nobody, deliveredBytes: 100, filesArrived: 1, known }
    expect(knownOf(arrived, whole(100))).toEqual({ state: 'arrived', evidence: null, doubt: open })
    expect(knownOf({ ...arrived, finishedAt: at }, whole(100))).toEqual({
      state: 'finished',
      evidence: 'received',
      doubt: named,
    })
  })

  test.each([
    [{}, null],
    [{ openedAt: at }, at],
    [{ openedAt: at, deliveredBytes: 62 }, null],
    [{ openedAt: at, deliveredBytes: 100, finishedAt: later }, later],
  ] as const)('%j got this far at %s', (fields, reached) => {
    expect(reachedAt({ ...nobody, ...fields })).toBe(reached)
  })

  test('a transfer of empty files is unfinished until the server says otherwise', () => {
    expect(deliveryStatusOf({ ...nobody, openedAt: at }, whole(0))).toBe('opened')
  })
})

describe('the whole', () => {
  const active = { state: 'active', isPaused: false, isBlocked: false } as const
  test.each<[DeliveryStatus[], string]>([
    [[], 'sent'],
    [['mailed', 'waiting'], 'sent'],
    [['mailed', 'opened'], 'opened'],
    [['mailed', 'stalled'], 'under-way'],
    [['finished', 'mailed'], 'under-way'],
    [['finished', 'almost'], 'under-way'],
    [['finished', 'finished'], 'delivered'],
    [['finished', 'handed'], 'handed-over'],
  ])('%j is stamped %s', (statuses, word) => {
    expect(stampOf(active, statuses).word).toBe(word)
    expect(stampOf({ ...active, isPaused: true }, statuses).word).toBe('paused')
    expect(stampOf({ ...active, state: 'expired', isPaused: true }, statuses).word).toBe('expired')
  })

  test.each<[DeliveryStatus, DeliveryStatus[], DeliveryStatus]>([
    ['finished', ['opened', 'handed'], 'handed'],
    ['finished', ['finished', 'handed'], 'finished'],
    ['finished', [], 'finished'],
    ['under-way', ['handed'], 'under-way'],
  ])('an open link that is %s, by devices that are %j, is %s', (status, devices, told) => {
    expect(statusOfLink(status, devices)).toBe(told)
  })

  test('a glance shows the most important people, in the order of the list', () => {
    const statuses: DeliveryStatus[] = ['waiting', 'finished', 'mailed', 'under-way', 'finished', 'stalled']
    const people = statuses.map((status, place) => ({ status, place }))
    const seen = (most: number) => glanceOf(people, ({ status }) => status, most).map(({ place }) => place)
    expect(seen(6)).toEqual([0, 1, 2, 3, 4, 5])
    expect(seen(3)).toEqual([1, 3, 5])
    expect(seen(1)).toEqual([3])
  })

  test('a tally counts each status', () => {
    expect(tallyOf(['mailed', 'finished', 'mailed'])).toEqual([
      ['finished', 1],
      ['mailed', 2],
    ])
    expect(tallyOf([])).toEqual([])
  })
})

test('is loud only where a hand is needed, and quiet where all is normal', () => {
  const loud = Object.entries(inkOf).filter(([, ink]) => ink === 'stamp')
  expect(loud.map(([status]) => status)).toEqual(['stalled', 'refused'])
  expect([inkOf.waiting, inkOf.queued, inkOf.mailed]).toEqual(['quiet', 'quiet', 'quiet'])
  const active = { state: 'active', isPaused: false, isBlocked: false } as const
  expect(stampOf(active, ['mailed']).ink).toBe('quiet')
  expect(stampOf({ ...active, state: 'deleted' }, []).ink).toBe('quiet')
  expect(stampOf({ ...active, state: 'expired' }, []).ink).toBe('stamp')
  expect(stampOf({ ...active, isBlocked: true }, ['finished'])).toEqual({ word: 'blocked', ink: 'stamp' })
})

test.each<[DeliveryStatus, boolean, ReturnType<typeof nextStepOf>]>([
  ['refused', true, 'send-again'],
  ['mailed', true, 'remind'],
  ['waiting', true, 'remind'],
  ['opened', true, 'remind'],
  ['stalled', true, 'remind'],
  ['queued', true, null],
  ['under-way', true, null],
  ['almost', true, null],
  ['refused', false, null],
  ['mailed', false, null],
  ['finished', false, 'receipt'],
  ['handed', true, 'receipt'],
])('the likely step for %s, if mails are possible: %s, is %s', (status, mayMail, step) => {
  expect(nextStepOf(status, mayMail)).toBe(step)
})
