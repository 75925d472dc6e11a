import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RangeSet } from './range-set.ts'

const step = fc.record({ isAdd: fc.boolean(), start: fc.nat(60), length: fc.nat(20) })

test('is a set of whole numbers, in as few ranges as possible', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.nat(60), fc.nat(20), (steps, from, length) => {
      const ranges = new RangeSet()
      const numbers = new Set<number>()
      for (const { isAdd, start, length } of steps) {
        const before = numbers.size
        for (let n = start; n < start + length; n++) isAdd ? numbers.add(n) : numbers.delete(n)
        if (isAdd) expect(ranges.add(start, start + length)).toBe(numbers.size - before)
        else ranges.remove(start, start + length)
      }
      const listed = ranges.ranges.flatMap(([start, end]) => Array.from({ length: end - start }, (_, i) => start + i))
      expect(listed).toEqual([...numbers].sort((a, b) => a - b))
      expect(ranges.total).toBe(numbers.size)
      for (let i = 1; i < ranges.ranges.length; i++) {
        expect(ranges.ranges[i]?.[0]).toBeGreaterThan(ranges.ranges[i - 1]?.[1] ?? 0)
      }
      const wanted = Array.from({ length }, (_, i) => from + i)
      expect(ranges.has(from, from + length)).toBe(wanted.every((n) => numbers.has(n)))
    }),
    { numRuns: 2_000 },
  )
})
