import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { withMutex } from './with-mutex.ts'

test('runs one at a time for a key, in order, even after a failure, and never delays other keys', async () => {
  const seen: string[] = []
  const act = (name: string, milliseconds: number) => async () => {
    seen.push(`${name} begins`)
    await pause(milliseconds)
    seen.push(`${name} ends`)
    if (name === 'b') throw new Error('b failed')
    return name
  }
  const results = await Promise.allSettled([
    withMutex('one', act('a', 30)),
    withMutex('one', act('b', 10)),
    withMutex('one', act('c', 0)),
    withMutex('other', act('d', 0)),
  ])
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)))).toEqual([
    'a',
    'Error: b failed',
    'c',
    'd',
  ])
  expect(seen.filter((line) => !line.startsWith('d'))).toEqual(
    ['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  )
  expect(seen.indexOf('d ends')).toBeLessThan(seen.indexOf('a ends'))
})
