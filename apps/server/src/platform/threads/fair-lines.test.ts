import { expect, test } from 'vitest'
import { FairLines } from './fair-lines.ts'

const open = (options = {}) => new FairLines({ atOnce: 2, perLine: 1, maxWaiting: 6, maxWaitingPerLine: 3, ...options })

/** Who ran, in order; `end` ends the nth of them. */
function crowd(lines: FairLines) {
  const went: string[] = []
  const exits = new Map<string, () => void>()
  const come = (line: string, name: string, signal?: AbortSignal) =>
    lines.enter(line, signal).then((entry) => {
      if (typeof entry === 'string') return entry
      went.push(name)
      exits.set(name, entry)
      return 'went'
    })
  const end = async (name: string) => {
    exits.get(name)?.()
    await new Promise(setImmediate)
  }
  return { went, come, end }
}

test('alternates between lines, however many wait in one, and runs one of each line', async () => {
  const lines = open({ atOnce: 1 })
  const { went, come, end } = crowd(lines)
  await come('a', 'a1')
  void come('a', 'a2')
  void come('a', 'a3')
  void come('b', 'b1')
  void come('c', 'c1')
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) await end(name)
  expect(went).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
  expect(lines.counts).toEqual({ running: 0, waiting: 0 })
})

test('keeps no place for a busy line that another may use', async () => {
  const lines = open()
  const { went, come } = crowd(lines)
  await come('a', 'a1')
  void come('a', 'a2')
  await come('b', 'b1')
  expect(went).toEqual(['a1', 'b1'])
  expect(lines.counts).toEqual({ running: 2, waiting: 1 })
})

test('removes a waiter that leaves from its line and runs the next instead', async () => {
  const lines = open({ atOnce: 1 })
  const { went, come, end } = crowd(lines)
  await come('a', 'a1')
  const leaving = new AbortController()
  const left = come('a', 'a2', leaving.signal)
  void come('a', 'a3')
  leaving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  expect(lines.counts).toEqual({ running: 1, waiting: 1 })
  await end('a1')
  expect(went).toEqual(['a1', 'a3'])
  await expect(lines.enter('b', AbortSignal.abort(new Error('gone before')))).rejects.toThrow('gone before')
})

test('distinguishes a full line from a full house', async () => {
  const { come } = crowd(open({ atOnce: 1 }))
  await come('a', 'a1')
  for (const name of ['a2', 'a3', 'a4']) void come('a', name)
  expect(await come('a', 'a5')).toBe('line-full')
  for (const name of ['b1', 'b2', 'b3']) void come('b', name)
  expect(await come('c', 'c1')).toBe('full')
})

test('frees a place once, however often it is released', async () => {
  const lines = open()
  const exit = lines.enterNow('a')
  expect(lines.enterNow('a')).toBeNull()
  exit?.()
  exit?.()
  expect(lines.counts.running).toBe(0)
  expect(lines.enterNow('a')).not.toBeNull()
})
