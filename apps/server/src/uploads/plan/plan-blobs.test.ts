import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdsSmallFile, MAX_PACK_BYTES, PACKED_BELOW_BYTES, planBlobs } from './plan-blobs.ts'
import { mergeSpans } from './present-plan.ts'

const MIB = 2 ** 20

test('puts large files alone, small ones together in order, and empty ones nowhere', () => {
  const sizes = [10, 300_000, 0, 20, PACKED_BELOW_BYTES, 30, PACKED_BELOW_BYTES - 1]
  expect(planBlobs(sizes, 2 * MIB)).toEqual([
    {
      bytes: 60 + PACKED_BELOW_BYTES - 1,
      isPack: true,
      members: [
        { file: 0, offset: 0 },
        { file: 3, offset: 10 },
        { file: 5, offset: 30 },
        { file: 6, offset: 60 },
      ],
    },
    { bytes: 300_000, isPack: false, members: [{ file: 1, offset: 0 }] },
    { bytes: PACKED_BELOW_BYTES, isPack: false, members: [{ file: 4, offset: 0 }] },
  ])
})

test('needs no blob for no files, or only empty ones', () => {
  expect(planBlobs([], MIB)).toEqual([])
  expect(planBlobs([0, 0], MIB)).toEqual([])
})

test("makes no pack larger than the connection's part size, unless for a single file", () => {
  expect(planBlobs([100_000, 100_000], 131_072).map(({ bytes }) => bytes)).toEqual([100_000, 100_000])
  expect(planBlobs([200_000], 131_072).map(({ bytes }) => bytes)).toEqual([200_000])
  const many = planBlobs(
    Array.from({ length: 100 }, () => 200_000),
    64 * MIB,
  )
  expect(Math.max(...many.map(({ bytes }) => bytes))).toBeLessThanOrEqual(MAX_PACK_BYTES)
})

test('gives every byte of every file one place, and packs small files only', () => {
  const size = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 400_000 }), fc.integer({ min: 1, max: 1_000 }))
  fc.assert(
    fc.property(
      fc.array(size, { maxLength: 200 }),
      fc.constantFrom(131_072, 524_288, 2 * MIB, 8 * MIB),
      (sizes, part) => {
        const blobs = planBlobs(sizes, part)
        const placed = new Set<number>()
        for (const { bytes, isPack, members } of blobs) {
          let end = 0
          for (const { file, offset } of members) {
            expect(offset).toBe(end)
            expect(placed.has(file)).toBe(false)
            placed.add(file)
            end += sizes[file] as number
          }
          expect(end).toBe(bytes)
          expect(holdsSmallFile(members.map(({ file }) => ({ bytes: sizes[file] as number })))).toBe(isPack)
          expect(members.map(({ file }) => file)).toEqual(members.map(({ file }) => file).toSorted((a, b) => a - b))
        }
        expect([...placed].sort((a, b) => a - b)).toEqual(sizes.flatMap((bytes, file) => (bytes > 0 ? [file] : [])))
      },
    ),
  )
})

test.each([
  [[], []],
  [[[0, 5]], [[0, 5]]],
  [
    [
      [5, 5],
      [0, 5],
    ],
    [[0, 10]],
  ],
  [
    [
      [0, 5],
      [6, 4],
    ],
    [
      [0, 5],
      [6, 4],
    ],
  ],
  [
    [
      [0, 10],
      [2, 3],
      [8, 4],
    ],
    [[0, 12]],
  ],
])('shows spans %j as %j', (spans, merged) => {
  expect(mergeSpans(spans.map(([offset, bytes]) => ({ offset: offset as number, bytes: bytes as number })))).toEqual(
    merged,
  )
})
