import { describe, expect, test } from 'vitest'
import { glanceOf, reachedAt, stampOf, tallyOf, type Way, wayOf } from './way.ts'

const nobody = { finishedAt: null, deliveredBytes: 0, openedAt: null, mail: 'none', stalledAt: null } as const
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
    [{ openedAt: at, deliveredBytes: 100, stalledAt: at }, 'under-way'],
    [{ finishedAt: at, stalledAt: at }, 'finished'],
  ] as const)('%j is %s', (fields, way) => {
    expect(wayOf({ ...nobody, ...fields }, { bytes: 100 })).toBe(way)
  })

  test.each([
    [{}, null],
    [{ openedAt: at }, at],
    [{ openedAt: at, deliveredBytes: 62 }, null],
    [{ openedAt: at, deliveredBytes: 100, finishedAt: later }, later],
  ] as const)('%j came so far at %s', (fields, reached) => {
    expect(reachedAt({ ...nobody, ...fields })).toBe(reached)
  })

  test('of nothing but empty files nothing is finished before the server says so', () => {
    expect(wayOf({ ...nobody, openedAt: at }, { bytes: 0 })).toBe('opened')
  })
})

describe('the whole', () => {
  const active = { state: 'active', isPaused: false } as const
  test.each<[Way[], string]>([
    [[], 'sent'],
    [['mailed', 'waiting'], 'sent'],
    [['mailed', 'opened'], 'opened'],
    [['mailed', 'stalled'], 'under-way'],
    [['finished', 'mailed'], 'under-way'],
    [['finished', 'finished'], 'delivered'],
  ])('%j is stamped %s', (ways, word) => {
    expect(stampOf(active, ways).word).toBe(word)
    expect(stampOf({ ...active, isPaused: true }, ways).word).toBe('paused')
    expect(stampOf({ state: 'expired', isPaused: true }, ways).word).toBe('expired')
  })

  test('a glance shows those who matter most, in the order of the list', () => {
    const ways: Way[] = ['waiting', 'finished', 'mailed', 'under-way', 'finished', 'stalled']
    const people = ways.map((way, place) => ({ way, place }))
    const seen = (most: number) => glanceOf(people, ({ way }) => way, most).map(({ place }) => place)
    expect(seen(6)).toEqual([0, 1, 2, 3, 4, 5])
    expect(seen(3)).toEqual([1, 3, 5])
    expect(seen(1)).toEqual([3])
  })

  test('a tally says how many stand where', () => {
    expect(tallyOf(['mailed', 'finished', 'mailed'])).toEqual([
      ['finished', 1],
      ['mailed', 2],
    ])
    expect(tallyOf([])).toEqual([])
  })
})
