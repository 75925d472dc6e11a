import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { untilAborted } from './until-aborted.ts'

test('an answer leaves nothing behind on the signal, however it comes', async () => {
  const ending = new AbortController()
  for (let nth = 0; nth < 3; nth += 1) expect(await untilAborted(Promise.resolve(nth), ending.signal)).toBe(nth)
  await expect(untilAborted(Promise.reject(new Error('away')), ending.signal)).rejects.toThrow('away')
  expect(getEventListeners(ending.signal, 'abort')).toHaveLength(0)
})

test('an abort ends every wait, and those that begin later', async () => {
  const ending = new AbortController()
  const never = new Promise<number>(() => {})
  const waits = [untilAborted(never, ending.signal), untilAborted(never, ending.signal)]
  ending.abort()
  expect(await Promise.all(waits)).toEqual([null, null])
  expect(await untilAborted(Promise.resolve(1), ending.signal)).toBeNull()
})

test('a promise that fails after the end fails nothing else', async () => {
  expect(await untilAborted(Promise.reject(new Error('too late')), AbortSignal.abort())).toBeNull()
})
