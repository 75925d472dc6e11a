import type { PlannedBlob } from '@waybill/contract/uploads/endpoints'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Span, SpanPool } from './spans.ts'

const UNIT = 64

function blob(id: string, bytes: number, more: Partial<PlannedBlob> = {}): PlannedBlob {
  const members = [{ file: 0, offset: 0 }]
  return { id, bytes, partBytes: 256, resizable: true, minPartBytes: UNIT, path: `/${id}`, members, have: [], ...more }
}

function drain(pool: SpanPool, size: number): Span[] {
  const spans: Span[] = []
  for (let span = pool.take(() => size); span; span = pool.take(() => size)) spans.push(span)
  return spans
}

describe('cutting', () => {
  test.each([
    [
      'whole units from the front',
      300,
      128,
      [
        [0, 128],
        [128, 128],
        [256, 44],
      ],
    ],
    [
      'never less than a unit',
      100,
      10,
      [
        [0, 64],
        [64, 36],
      ],
    ],
    [
      'a size between two units is rounded down',
      300,
      190,
      [
        [0, 128],
        [128, 128],
        [256, 44],
      ],
    ],
    ['one part where it fits', 300, 1_000, [[0, 300]]],
  ])('%s', (_name, bytes, size, expected) => {
    const pool = new SpanPool([blob('a', bytes)])
    expect(drain(pool, size).map(({ offset, bytes }) => [offset, bytes])).toEqual(expected)
  })

  test('fills only the gaps of what the server has', () => {
    const pool = new SpanPool([
      blob('a', 640, {
        have: [
          [64, 128],
          [512, 64],
        ],
      }),
    ])
    expect(pool.bytesAcknowledged).toBe(192)
    expect(pool.bytesBefore).toBe(192)
    expect(drain(pool, 256).map(({ offset, bytes }) => [offset, bytes])).toEqual([
      [0, 64],
      [192, 256],
      [448, 64],
      [576, 64],
    ])
  })

  test('keeps to the grid where the store fixes it', () => {
    const pool = new SpanPool([blob('a', 600, { resizable: false, have: [[256, 256]] })])
    expect(drain(pool, 64).map(({ offset, bytes }) => [offset, bytes])).toEqual([
      [0, 256],
      [512, 88],
    ])
  })

  test('goes from blob to blob, each by its own rule', () => {
    const pool = new SpanPool([blob('a', 64), blob('b', 300, { resizable: false, partBytes: 300 }), blob('c', 65)])
    expect(drain(pool, 64)).toEqual([
      { blob: 0, offset: 0, bytes: 64 },
      { blob: 1, offset: 0, bytes: 300 },
      { blob: 2, offset: 0, bytes: 64 },
      { blob: 2, offset: 64, bytes: 1 },
    ])
  })
})

test('returned spans come first, except what was acknowledged meanwhile', () => {
  const pool = new SpanPool([blob('a', 512), blob('b', 64)])
  const first = pool.take(() => 256) as Span
  const second = pool.take(() => 256) as Span
  pool.merge([{ id: 'a', have: [[0, 128]] }])
  pool.giveBack(first)
  expect(pool.bytesMissing).toBe(128 + 64)
  expect(pool.take(() => 256)).toEqual({ blob: 0, offset: 128, bytes: 128 })
  pool.acknowledge(second)
  pool.giveBack(second)
  expect(pool.take(() => 256)).toEqual({ blob: 1, offset: 0, bytes: 64 })
})

test('the position is the first unacknowledged byte, over all blobs', () => {
  const pool = new SpanPool([blob('a', 128), blob('b', 128)])
  pool.acknowledge({ blob: 0, offset: 64, bytes: 64 })
  expect(pool.position()).toMatchObject({ blob: { id: 'a' }, offset: 0 })
  pool.acknowledge({ blob: 0, offset: 0, bytes: 64 })
  expect(pool.position()).toMatchObject({ blob: { id: 'b' }, offset: 0 })
  pool.acknowledge({ blob: 1, offset: 0, bytes: 64 })
  expect(pool.position()).toMatchObject({ blob: { id: 'b' }, offset: 64 })
  pool.acknowledge({ blob: 1, offset: 64, bytes: 64 })
  expect(pool.position()).toBeNull()
  expect(pool.isComplete).toBe(true)
})

test('an upload without bytes is complete from the start', () => {
  expect(new SpanPool([]).isComplete).toBe(true)
  expect(new SpanPool([]).take(() => 1)).toBeNull()
})

const fate = fc.record({
  size: fc.integer({ min: 1, max: 700 }),
  ending: fc.constantFrom('acknowledged', 'lost', 'answer lost'),
})

test('whatever happens to parts, every byte is acknowledged in the end and never sent twice at a time', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 1, maxLength: 4 }),
      fc.array(fate, { maxLength: 60 }),
      (sizes, fates) => {
        const blobs = sizes.map((bytes, i) => blob(`b${i}`, bytes, { resizable: i % 2 === 0 }))
        const pool = new SpanPool(blobs)
        const held: boolean[][] = sizes.map((bytes) => new Array(bytes).fill(false))
        const store = ({ blob, offset, bytes }: Span) => held[blob]?.fill(true, offset, offset + bytes)
        for (const { size, ending } of [...fates, ...Array(400).fill({ size: 64, ending: 'acknowledged' })]) {
          const span = pool.take(() => size)
          if (!span) break
          expect(span.bytes).toBeGreaterThan(0)
          if (ending === 'lost') pool.giveBack(span)
          else store(span)
          if (ending === 'acknowledged') pool.acknowledge(span)
          if (ending === 'answer lost') {
            pool.giveBack(span)
            pool.merge([{ id: `b${span.blob}`, have: [[span.offset, span.bytes]] }])
          }
        }
        expect(pool.isComplete).toBe(true)
        expect(pool.bytesMissing).toBe(0)
        expect(held.flat().every(Boolean)).toBe(true)
        expect(pool.bytesAcknowledged).toBe(sizes.reduce((a, b) => a + b))
      },
    ),
  )
})
