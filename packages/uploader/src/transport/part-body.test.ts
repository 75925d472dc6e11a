import type { PlannedBlob } from '@waybill/contract/uploads/endpoints'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SourceFile } from '../upload.ts'
import { bodyOf, memberAt, segmentsOf } from './part-body.ts'

function pack(sizes: readonly number[]): PlannedBlob {
  let offset = 0
  const members = sizes.map((bytes, file) => {
    offset += bytes
    return { file, offset: offset - bytes }
  })
  const fixed = { resizable: true, minPartBytes: 1, path: '/b', have: [] }
  return { id: 'b', bytes: offset, partBytes: 1, members, ...fixed }
}

const source = (content: string): SourceFile => ({
  path: 'f',
  bytes: content.length,
  modifiedAt: 0,
  slice: (start, end) => new Blob([content]).slice(start, end),
})

describe('segments', () => {
  test.each([
    ['one whole file', [10], 0, 10, [[0, 0, 10]]],
    ['the middle of one', [10], 3, 4, [[0, 3, 4]]],
    [
      'over two borders',
      [4, 3, 5],
      2,
      7,
      [
        [0, 2, 2],
        [1, 0, 3],
        [2, 0, 2],
      ],
    ],
    ['from border to border', [4, 3, 5], 4, 3, [[1, 0, 3]]],
  ])('%s', (_name, sizes, offset, bytes, expected) => {
    expect(segmentsOf(pack(sizes), offset, bytes).map((s) => [s.file, s.offset, s.bytes])).toEqual(expected)
  })
})

test('the bodies of all parts in order are the files in order', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(sizes, fc.integer({ min: 1, max: 40 }), async (sizes, partBytes) => {
      const contents = sizes.map((bytes, i) => String.fromCharCode(97 + i).repeat(bytes))
      const blob = pack(sizes)
      let all = ''
      for (let offset = 0; offset < blob.bytes; offset += partBytes) {
        const segments = segmentsOf(blob, offset, Math.min(partBytes, blob.bytes - offset))
        all += await (await bodyOf(segments, contents.map(source))).text()
        expect(memberAt(blob, offset)).toBe(segments[0]?.file)
      }
      expect(all).toBe(contents.join(''))
    }),
    { numRuns: 100 },
  )
})
