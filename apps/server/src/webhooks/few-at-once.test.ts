import { expect, test } from 'vitest'
import { fewAtOnce } from './few-at-once.ts'

test('runs at most the given number at once, in order, and frees the place of one that fails', async () => {
  const few = fewAtOnce(3)
  const begun: number[] = []
  let [open, most] = [0, 0]
  const works = Array.from({ length: 10 }, (_none, nth) =>
    few(async () => {
      begun.push(nth)
      open += 1
      most = Math.max(most, open)
      await Promise.resolve()
      open -= 1
      if (nth % 2 === 1) throw new Error('no')
      return nth
    }),
  )
  const outcomes = await Promise.allSettled(works)
  expect(most).toBe(3)
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(begun.map((nth) => nth % 2 === 0))
})
