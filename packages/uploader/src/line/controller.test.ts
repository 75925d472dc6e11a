import { describe, expect, test } from 'vitest'
import { Controller, START_PARALLEL, startParallelFor } from './controller.ts'

/** Deterministic noise in [-1, 1). */
function noise(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
}

interface LineModel {
  /** Bytes per millisecond that n connections get together. */
  goodput(connections: number): number
  partBytes: number
  jitter?: number
  seed?: number
}

/** A modelled line: `run` lets a controller use it for this long and returns the parallel at each second. */
function lineUnder(controller: Controller, line: LineModel, from = 0) {
  const wobble = noise(line.seed ?? 1)
  const flights: Array<{ ticket: number; startedAt: number; left: number; pace: number }> = []
  const stepMs = 20
  let now = from
  const step = () => {
    while (flights.length < controller.parallel) {
      const pace = 1 + wobble() * (line.jitter ?? 0)
      flights.push({ ticket: controller.begun(now), startedAt: now, left: line.partBytes, pace })
    }
    const share = line.goodput(flights.length) / flights.length
    for (const flight of [...flights]) {
      flight.left -= share * flight.pace * stepMs
      if (flight.left > 0) continue
      flights.splice(flights.indexOf(flight), 1)
      controller.ended(flight.ticket, now)
      controller.completed(flight.ticket, line.partBytes, now - flight.startedAt, now)
    }
    now += stepMs
  }
  return (seconds: number): number[] =>
    Array.from({ length: seconds }, () => {
      const { parallel } = controller
      for (let ms = 0; ms < 1_000; ms += stepMs) step()
      controller.review(now)
      return parallel
    })
}

/** Past its first seconds. */
function settled(options: ConstructorParameters<typeof Controller>[0]): Controller {
  const controller = new Controller(options)
  controller.fellBack(options.now)
  return controller
}

function drive(controller: Controller, line: LineModel, seconds: number): number[] {
  return lineUnder(controller, line)(seconds)
}

const lossy = { goodput: (n: number) => 230 * n, partBytes: 512 * 1024, jitter: 0.4 }
const clean = { goodput: () => 3_000, partBytes: 1024 * 1024, jitter: 0.2 }

describe('a line where every connection adds speed', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('is climbed from 4 to the cap (noise %i)', (seed) => {
    const seen = drive(settled({ cap: 24, now: 0 }), { ...lossy, seed }, 60)
    expect(seen[0]).toBe(START_PARALLEL)
    expect(seen.at(-1)).toBeGreaterThanOrEqual(16)
    expect(seen.indexOf(24)).toBeGreaterThan(0)
    expect(seen.indexOf(24)).toBeLessThan(40)
  })

  test('the first step is two, and comes after two seconds', () => {
    const seen = drive(settled({ cap: 24, now: 0 }), { ...lossy, jitter: 0 }, 10)
    expect(seen.slice(0, 2)).toEqual([4, 4])
    expect(seen.find((parallel) => parallel !== 4)).toBe(6)
  })

  test('waits four round trips where that is longer', () => {
    const controller = settled({ cap: 24, now: 0 })
    controller.roundTripMs = 1_500
    expect(drive(controller, { ...lossy, jitter: 0 }, 6)).toEqual([4, 4, 4, 4, 4, 4])
  })
})

describe('a line that is full with 4', () => {
  test.each([1, 2, 3, 4])('is not flooded, and returns to 4 again and again (noise %i)', (seed) => {
    const seen = drive(settled({ cap: 24, now: 0 }), { ...clean, seed }, 180)
    const mean = seen.slice(20).reduce((a, b) => a + b) / (seen.length - 20)
    expect(mean).toBeLessThan(12)
    expect(Math.min(...seen)).toBe(4)
  })

  test('without noise it steps back after each attempt, and tries less and less often', () => {
    const seen = drive(settled({ cap: 24, now: 0 }), { ...clean, jitter: 0 }, 300)
    const attempts = seen.flatMap((parallel, i) => (parallel === 6 && seen[i - 1] === 4 ? [i] : []))
    expect(new Set(seen)).toEqual(new Set([4, 6]))
    expect(attempts.length).toBeGreaterThan(2)
    const gaps = attempts.slice(1).map((at, i) => at - (attempts[i] ?? 0))
    expect(gaps.at(-1)).toBeGreaterThan(4 * (gaps[0] ?? 0))
  })
})

test('a line that is full with 10 is found near 10', () => {
  const line = { goodput: (n: number) => 230 * Math.min(n, 10), partBytes: 512 * 1024, jitter: 0.1 }
  const seen = drive(settled({ cap: 24, now: 0 }), line, 200).slice(40)
  const mean = seen.reduce((a, b) => a + b) / seen.length
  expect(mean).toBeGreaterThan(8)
  expect(mean).toBeLessThan(16)
})

test('a window whose parts all failed starts again', () => {
  const controller = settled({ cap: 24, now: 0 })
  const lost = [controller.begun(0), controller.begun(0)]
  for (const ticket of lost) controller.ended(ticket, 500)
  controller.review(2_500)
  expect(lineUnder(controller, lossy, 2_500)(60)).toContain(24)
})

test('parts too slow to end in a window do not keep it at 4', () => {
  const seen = drive(settled({ cap: 24, now: 0 }), { goodput: (n) => 20 * n, partBytes: 2 ** 21 }, 5)
  expect(seen.at(-1)).toBe(6)
})

describe('bounds', () => {
  test('polite stays at 4, and may be switched during the upload', () => {
    const controller = settled({ cap: 24, now: 0, isPolite: true })
    const run = lineUnder(controller, lossy)
    expect(Math.max(...run(60))).toBe(4)
    controller.isPolite = false
    expect(run(60)).toContain(24)
    controller.isPolite = true
    expect(controller.parallel).toBe(4)
  })

  test('the cap of the live origins applies at once, and is climbed to when it rises', () => {
    const controller = settled({ cap: 6, now: 0 })
    const run = lineUnder(controller, lossy)
    expect(Math.max(...run(60))).toBe(6)
    controller.cap = 24
    expect(run(60)).toContain(24)
    controller.cap = 12
    expect(controller.parallel).toBe(12)
  })

  test.each([1, 2, 3])('a store that accepts %i at once gets no more', (cap) => {
    expect(Math.max(...drive(settled({ cap, now: 0 }), lossy, 20))).toBe(cap)
  })

  test('after failing requests it begins again at 4', () => {
    const controller = settled({ cap: 24, now: 0 })
    const run = lineUnder(controller, lossy)
    expect(run(60)).toContain(24)
    controller.fellBack(60_000)
    expect(controller.parallel).toBe(4)
    expect(run(60)).toContain(24)
  })
})

describe('the first seconds', () => {
  const ROUND_TRIP_MS = 200
  const options = { cap: 24, now: 0 }

  /** Tells of bytes at every round trip; returns the level after each. */
  function told(controller: Controller, bytesPerRound: readonly number[], roundTripMs = ROUND_TRIP_MS): number[] {
    controller.roundTripMs = roundTripMs
    let bytes = 0
    controller.progressed(bytes, 1_000)
    return bytesPerRound.map((more, nth) => {
      bytes += more
      controller.progressed(bytes, 1_000 + (nth + 1) * Math.max(150, roundTripMs))
      return controller.parallel
    })
  }

  test.each([
    ['4g', 8],
    [undefined, 8],
    ['3g', 4],
    ['slow-2g', 4],
  ])('begin on a %s line with %i', (type, parallel) => {
    expect(startParallelFor(type)).toBe(parallel)
  })

  test('double every round trip, up to the limit', () => {
    expect(told(new Controller(options), [0, 300_000, 600_000, 900_000])).toEqual([8, 16, 24, 24])
  })

  test('double once without having seen a byte leave, and then wait for one', () => {
    expect(told(new Controller(options), [0, 0, 0, 900_000])).toEqual([8, 8, 8, 16])
  })

  test('stop on a slow line, before the share of a connection is too small', () => {
    const controller = new Controller(options)
    expect(told(controller, [0, 50_000, 50_000, 50_000, 50_000, 50_000, 50_000])).toEqual(Array(7).fill(8))
    expect(controller.isRamping).toBe(false)
  })

  test('go one level back on a short line where the next level brought nothing', () => {
    const controller = new Controller(options)
    expect(told(controller, [500_000, 510_000], 2)).toEqual([8, 4])
    expect(controller.isRamping).toBe(false)
  })

  test('begin where the last upload ended, and are over with the first look', () => {
    const controller = new Controller({ ...options, start: 24 })
    expect(controller.parallel).toBe(24)
    told(controller, [900_000])
    expect(controller.isRamping).toBe(false)
  })

  test('wait for the other origins, six seconds at most', () => {
    const controller = new Controller({ cap: 6, reach: 24, now: 0, start: 8 })
    expect(told(controller, Array(10).fill(300_000))).toEqual(Array(10).fill(6))
    controller.cap = 24
    expect(controller.parallel).toBe(8)
    controller.progressed(9_000_000, 8_000)
    expect(controller.isRamping).toBe(false)
  })

  test('are over when requests keep failing', () => {
    const controller = new Controller({ ...options, start: 24 })
    controller.fellBack(500)
    expect([controller.parallel, controller.isRamping]).toEqual([4, false])
  })
})
