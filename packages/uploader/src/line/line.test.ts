import { beforeEach, describe, expect, test } from 'vitest'
import { SteppedClock } from '../../test/stepped-clock.ts'
import { Line } from './line.ts'

let clock: SteppedClock
let isOnline: boolean
let answers: boolean
let knocks: number[]
let changes: boolean[]
let watched: () => void

beforeEach(() => {
  clock = new SteppedClock()
  isOnline = true
  answers = true
  knocks = []
  changes = []
  watched = () => {}
})

function open(): Line {
  return new Line({
    clock,
    network: {
      isOnline: () => isOnline,
      watch(changed) {
        watched = changed
        return () => {
          watched = () => {}
        }
      },
    },
    random: () => 1,
    async knock() {
      knocks.push(clock.now())
      return answers
    },
    onChange: (isBack) => changes.push(isBack),
  })
}

function setOnline(now: boolean): void {
  isOnline = now
  watched()
}

describe('waiting', () => {
  test('closes the line for the given time, then reports it', async () => {
    const line = open()
    line.wait(500, false)
    await clock.pass(499)
    expect([line.isOpen, changes]).toEqual([false, []])
    await clock.pass(1)
    expect([line.isOpen, changes]).toEqual([true, [false]])
  })

  test('the last wait counts', async () => {
    const line = open()
    line.wait(500, false)
    line.wait(2_000, false)
    await clock.pass(1_999)
    expect(line.isOpen).toBe(false)
    await clock.pass(1)
    expect(line.isOpen).toBe(true)
  })

  test('ends at once, and silently, when a part gets through', async () => {
    const line = open()
    line.wait(5_000, true)
    line.open()
    expect(line.isOpen).toBe(true)
    await clock.pass(60_000)
    expect([changes, knocks]).toEqual([[], []])
  })
})

describe('knocking', () => {
  test('a server that was away and answers ends the wait within a second', async () => {
    answers = false
    const line = open()
    line.wait(30_000, true)
    await clock.pass(5_000)
    expect(knocks).toEqual([700, 1_400, 2_100, 2_800, 3_500, 4_200, 4_900])
    answers = true
    await clock.pass(700)
    expect(line.isOpen).toBe(true)
    await clock.pass(60_000)
    expect(knocks).toHaveLength(8)
  })

  test('a server that answers the first time was never away: the wait stays', async () => {
    const line = open()
    line.wait(10_000, true)
    await clock.pass(9_999)
    expect([line.isOpen, knocks]).toEqual([false, [700]])
  })

  test('is for broken lines only, and not for short waits', async () => {
    const line = open()
    line.wait(10_000, false)
    await clock.pass(10_000)
    line.wait(700, true)
    await clock.pass(10_000)
    expect(knocks).toEqual([])
  })

  test('gets slower after a while', async () => {
    answers = false
    open().wait(30_000, true)
    await clock.pass(29_000)
    expect(knocks).toHaveLength(25)
  })
})

describe('offline', () => {
  test('the line is closed until the device is online', async () => {
    answers = false
    const line = open()
    setOnline(false)
    expect([line.isOffline, line.isOpen]).toEqual([true, false])
    await clock.pass(60_000)
    setOnline(true)
    expect([line.isOffline, line.isOpen, line.onlineSince]).toEqual([false, true, 60_000])
    expect(changes).toEqual([false, true])
  })

  test('ends a running wait, since the line is another one', async () => {
    answers = false
    const line = open()
    line.wait(30_000, true)
    setOnline(false)
    await clock.pass(100)
    setOnline(true)
    expect(line.isOpen).toBe(true)
  })

  test('a wait that ends meanwhile does not open it', async () => {
    answers = false
    const line = open()
    line.wait(1_000, true)
    setOnline(false)
    await clock.pass(2_000)
    expect([line.isOpen, line.isOffline]).toEqual([false, true])
  })

  test('an answer from the server overrides the browser’s offline state', async () => {
    isOnline = false
    answers = false
    const line = open()
    expect(line.isOffline).toBe(true)
    await clock.pass(10_000)
    answers = true
    await clock.pass(3_000)
    expect(line.isOpen).toBe(true)
  })

  test('a page that becomes visible tries at once', async () => {
    const line = open()
    line.wait(30_000, false)
    watched()
    expect([line.isOpen, changes]).toEqual([true, [false]])
  })
})

test('does nothing after it is closed', async () => {
  answers = false
  const line = open()
  line.wait(30_000, true)
  line.close()
  setOnline(false)
  await clock.pass(60_000)
  expect([knocks, changes]).toEqual([[], []])
})
