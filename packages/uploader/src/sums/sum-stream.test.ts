import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { sumPart } from './sum-part.ts'
import { sumStream } from './sum-stream.ts'

test.each([[[]], [[0]], [[1]], [[70_000]], [[65_536, 65_536]], [[0, 3, 0, 200_001, 0]], [[9_000_000, 1]]])(
  'a stream in segments of %j bytes has the sums of its slices',
  async (lengths) => {
    const body = new Blob([randomBytes(lengths.reduce((sum, length) => sum + length, 0))])
    const sums = await sumStream(body, lengths, crc32, createHash('md5'))
    expect(sums).toEqual(await sumPart(body, lengths, crc32, createHash('md5')))
    expect(sums.segmentCrcs).toHaveLength(lengths.length)
  },
)
