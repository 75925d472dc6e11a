import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeOfPart, stepShownBy } from './part-place.ts'

const MIB = 2 ** 20
const KIB_64 = 65_536

test('every part of every file finds its place, whichever comes first, or waits for another', () => {
  const steps = fc.integer({ min: 80, max: 1_024 }).map((units) => units * KIB_64)
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 40 }), fc.nat(), (step, parts, nth) => {
      const tail = 1 + (nth % step)
      const blobBytes = (parts - 1) * step + tail
      for (let number = 1; number <= parts; number++) {
        const part = { number, bytes: number === parts ? tail : step }
        const shown = stepShownBy(part, blobBytes)
        // A part that shows a size shows the right one; the first always does.
        if (number === 1 && parts > 1) expect(shown).toBe(step)
        if (shown !== null && parts > 1) expect(shown).toBe(step)
        expect(placeOfPart(part, step, blobBytes)).toBe((number - 1) * step)
      }
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['beyond the end', { number: 4, bytes: 5 * MIB }, 5 * MIB, 15 * MIB, 'EntityTooLarge'],
  ['longer than the rest', { number: 3, bytes: 5 * MIB }, 5 * MIB, 14 * MIB, 'EntityTooLarge'],
  ['a number far away', { number: 10_000, bytes: 5 * MIB }, 5 * MIB, 15 * MIB, 'EntityTooLarge'],
  ['small in the middle', { number: 1, bytes: MIB }, 5 * MIB, 15 * MIB, 'EntityTooSmall'],
  ['of another size', { number: 1, bytes: 6 * MIB }, 5 * MIB, 15 * MIB, 'InvalidRequest'],
  ['of a crooked size', { number: 1, bytes: 5 * MIB + 1 }, 5 * MIB + 1, 15 * MIB, 'InvalidRequest'],
])('refuses a part %s', (_, part, step, blobBytes, code) => {
  expect(() => placeOfPart(part, step, blobBytes)).toThrow(expect.objectContaining({ code }))
})
