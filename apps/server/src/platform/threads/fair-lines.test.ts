import { expect, test } from 'vitest'
import { FairLines } from './fair-lines.ts'

const open = (options = {}) => new FairLines({ atOnce: 2, perLine: 1, maxWaiting: 6, maxWaitingPerLine: 3, ...options })

/** Who went, in order; `end` lets the nth of them end. */
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

test('lines take turns, however many stand in one of them, and of one line one is at work', async () => {
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

test('a line that is at work keeps no place that another may have', async () => {
  const lines = open()
  const { went, come } = crowd(lines)
  await come('a', 'a1')
  void come('a', 'a2')
  await come('b', 'b1')
  expect(went).toEqual(['a1', 'b1'])
  expect(lines.counts).toEqual({ running: 2, waiting: 1 })
})

test('whoever leaves gives up the place in the line; the next goes in their stead', async () => {
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

test('a full line is told apart from a full house', async () => {
  const { come } = crowd(open({ atOnce: 1 }))
  await come('a', 'a1')
  for (const name of ['a2', 'a3', 'a4']) void come('a', name)
  expect(await come('a', 'a5')).toBe('line-full')
  for (const name of ['b1', 'b2', 'b3']) void come('b', name)
  expect(await come('c', 'c1')).toBe('full')
})

test('a place is given back once, however often that is said', async () => {
  const lines = open()
  const exit = lines.enterNow('a')
  expect(lines.enterNow('a')).toBeNull()
  exit?.()
  exit?.()
  expect(lines.counts.running).toBe(0)
  expect(lines.enterNow('a')).not.toBeNull()
})
