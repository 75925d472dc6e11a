import { expect, test } from 'vitest'
import { newIds } from './ids.ts'

test('makes ids in ascending order that differ, and have one beginning for what is made together', () => {
  const ids = newIds(1_000)
  expect(ids.every((id) => /^[\w-]{20}$/.test(id))).toBe(true)
  expect(new Set(ids).size).toBe(1_000)
  expect(ids.toSorted()).toEqual(ids)
  const beginnings = (some: readonly string[]) => new Set(some.map((id) => id.slice(0, 8)))
  expect(beginnings(ids).size).toBe(1)
  expect(beginnings(ids)).not.toEqual(beginnings(newIds(1)))
  expect(newIds(0)).toEqual([])
})
