import { expect, test } from 'vitest'
import { keptCheck } from './kept-check.ts'

test('checks once for many concurrent callers and keeps the answer for a while', async () => {
  let asked = 0
  const check = keptCheck(60_000, async () => {
    asked += 1
  })
  const answers = await Promise.all(Array.from({ length: 50 }, check))
  expect(answers.every(({ ok }) => ok)).toBe(true)
  await check()
  expect(asked).toBe(1)
})

test('fails a hanging check in time and repeats it only then', async () => {
  let asked = 0
  const check = keptCheck(0, () => {
    asked += 1
    return new Promise(() => {})
  })
  const [one, other] = await Promise.all([check(), check()])
  expect([one?.ok, other?.ok, asked]).toEqual([false, false, 1])
})
