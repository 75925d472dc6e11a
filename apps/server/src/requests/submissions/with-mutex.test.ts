import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { withMutex } from './with-mutex.ts'

test('runs one at a time for a key, in order, even after a failure, and never delays other keys', async () => {
  const seen: string[] = []
  const other = Promise.withResolvers<void>()
  const act = (name: string, awaited: () => Promise<void>) => async () => {
    seen.push(`${name} begins`)
    await awaited()
    seen.push(`${name} ends`)
    if (name === 'd') other.resolve()
    if (name === 'b') throw new Error('b failed')
    return name
  }
  const results = await Promise.allSettled([
    // It ends only once the call with the other key has ended.
    withMutex(
      'one',
      act('a', () => other.promise),
    ),
    withMutex('one', act('b', turn)),
    withMutex('one', act('c', turn)),
    withMutex('other', act('d', turn)),
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
})
