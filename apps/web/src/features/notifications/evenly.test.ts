import { expect, test } from 'vitest'
import { evenly } from './evenly.ts'

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('works at once, never twice at a time, and once more for requests made meanwhile', async () => {
  let running = 0
  let most = 0
  let runs = 0
  const release: Array<() => void> = []
  const ask = evenly(async () => {
    runs += 1
    most = Math.max(most, ++running)
    await new Promise<void>((resolve) => release.push(resolve))
    running -= 1
  }, 0)
  ask()
  for (let i = 0; i < 10; i++) ask()
  expect(runs).toBe(1)
  release.shift()?.()
  while (runs < 2) await rest(1)
  release.shift()?.()
  await rest(20)
  expect([runs, most]).toEqual([2, 1])
})

test('continues after failed work', async () => {
  let runs = 0
  const ask = evenly(async () => {
    runs += 1
    throw new Error('lost')
  }, 0)
  ask()
  ask()
  while (runs < 2) await rest(1)
  await rest(5)
  ask()
  expect(runs).toBe(3)
})
