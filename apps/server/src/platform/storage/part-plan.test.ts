import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RECORD_BYTES } from './blob-port.ts'
import { MAX_S3_PARTS, planPartBytes } from './part-plan.ts'

const MIB = 2 ** 20
const GIB = 2 ** 30

describe('planPartBytes', () => {
  test.each([
    ['slow-2g', 128],
    ['2g', 256],
    ['3g', 512],
    ['4g', 2048],
    ['other', 2048],
  ] as const)('starts a %s connection to the server with %i KiB', (type, kib) => {
    expect(planPartBytes('server', 5 * GIB, type)).toBe(kib * 1024)
    expect(planPartBytes('server', 5 * GIB, type) % RECORD_BYTES).toBe(0)
  })

  test.each([
    [1, 8],
    [8 * MIB, 8],
    [GIB - 1, 8],
    [GIB, 16],
    [32 * GIB - 1, 16],
    [32 * GIB, 32],
    [128 * GIB - 1, 32],
    [128 * GIB, 64],
    [250e9, 64],
    [625 * GIB, 64],
    [626 * GIB, 65],
  ])('plans a blob of %i bytes on a presigned store with parts of %i MiB, on every connection', (bytes, mib) => {
    expect(planPartBytes('presigned', bytes)).toBe(mib * MIB)
    expect(planPartBytes('presigned', bytes, 'slow-2g')).toBe(mib * MIB)
  })

  test('fits every size up to 5 TiB into the parts that a presigned store accepts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 * 2 ** 40 }), (bytes) => {
        const partBytes = planPartBytes('presigned', bytes)
        expect(Math.ceil(bytes / partBytes)).toBeLessThanOrEqual(MAX_S3_PARTS)
        expect(partBytes).toBeGreaterThanOrEqual(5 * MIB)
      }),
    )
  })
})
