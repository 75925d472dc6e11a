import { describe, expect, test } from 'vitest'
import type { ReadyPart } from '../preparation.ts'
import { type Flight, Flights } from './flights.ts'
import type { Origin } from './origins.ts'

const MIB = 1024 * 1024

function flight(more: Partial<Flight> & { bytes?: number; offset?: number } = {}): Flight {
  const span = { blob: 0, offset: more.offset ?? 0, bytes: more.bytes ?? 2 * MIB }
  const part = { span, segments: [], body: new Blob(), crc32: 0, signed: null } satisfies ReadyPart
  const origin = { inFlight: 0 } as Origin
  return { part, origin, ticket: 0, startedAt: 0, progressAt: 0, bytesSent: 0, twin: null, abort() {}, ...more }
}

function flightsOf(...all: Flight[]): Flights {
  const flights = new Flights()
  for (const each of all) flights.add(each)
  return flights
}

describe('stalled', () => {
  test.each([
    ['20 s without a byte', { bytesSent: 1, progressAt: 100_000 }, 120_000, false],
    ['more than that', { bytesSent: 1, progressAt: 100_000 }, 120_001, true],
    ['never a byte', {}, 20_001, true],
    ['slow but moving', { bytesSent: MIB, progressAt: 300_000 }, 310_000, false],
    ['the smallest size after 90 s', { bytes: 65_536, bytesSent: 65_535, progressAt: 90_000 }, 90_001, true],
    ['a larger one after 90 s', { bytes: 131_072, bytesSent: 1, progressAt: 90_000 }, 90_001, false],
  ])('%s', (_name, more, now, isStalled) => {
    expect(flightsOf(flight(more)).stalled(now, 65_536)).toHaveLength(isStalled ? 1 : 0)
  })

  test('where parts have a fixed size there is no smallest', () => {
    expect(flightsOf(flight({ bytes: 1, progressAt: 89_000 })).stalled(95_000, null)).toEqual([])
  })

  test('a body that left at once may be in a buffer: its answer gets the time that the pace makes likely', () => {
    const waiting = flight({ bytesSent: 2 * MIB, progressAt: 100 })
    const flights = flightsOf(waiting)
    expect(flights.stalled(80_000, 65_536)).toEqual([])
    expect(flights.stalled(90_101, 65_536)).toEqual([waiting])
    for (let i = 0; i < 50; i++) flights.completed(2 * MIB, 1_000)
    expect(flights.stalled(20_000, 65_536)).toEqual([])
    expect(flights.stalled(20_101, 65_536)).toEqual([waiting])
  })
})

describe('the slowest, at the tail', () => {
  const inPieces = () => 4
  const whole = () => 1
  const look = (flights: Flights, now: number, piecesOf = inPieces) => flights.slowest(now, 200, piecesOf)

  test('is none before a pace is known, and none that has just begun', () => {
    const flights = flightsOf(flight())
    expect(look(flights, 60_000)).toBeNull()
    flights.completed(2 * MIB, 100)
    expect(look(flights, 190)).toBeNull()
    expect(look(flights, 210)).not.toBeNull()
  })

  test('is the one with the most left, not one about to end', () => {
    const nearlyDone = flight({ offset: 0, bytesSent: 1.9 * MIB, progressAt: 3_000 })
    const halfWay = flight({ offset: 2 * MIB, bytesSent: 1 * MIB, progressAt: 3_000 })
    const stuck = flight({ offset: 4 * MIB, bytesSent: 0 })
    const flights = flightsOf(nearlyDone, halfWay, stuck)
    flights.completed(2 * MIB, 1_000)
    expect(look(flights, 3_000)?.[0]).toBe(stuck)
    flights.remove(stuck)
    expect(look(flights, 3_000)?.[0]).toBe(halfWay)
    flights.remove(halfWay)
    expect(look(flights, 3_000)).toBeNull()
  })

  test('races with a second sending, and goes in pieces only where it is hopeless', () => {
    const isHopeless = (bytesSent: number, now: number, piecesOf = inPieces) => {
      const flights = flightsOf(flight({ bytesSent }))
      flights.completed(2 * MIB, 1_000)
      return look(flights, now, piecesOf)?.[1]
    }
    expect([500, 700, 9_000].map((now) => isHopeless(2 * MIB, now))).toEqual([undefined, false, false])
    expect([210, 9_000].map((now) => isHopeless(1, now))).toEqual([undefined, true])
    expect(isHopeless(1, 9_000, whole)).toBe(false)
  })

  test('needs twice the reason each further time', () => {
    const flights = flightsOf(flight({ bytesSent: 2 * MIB }))
    flights.completed(2 * MIB, 800)
    const times = [400, 600, 900, 1_100, 1_900, 2_100]
    expect(times.map((now) => look(flights, now, whole) !== null)).toEqual([false, true, false, true, false, true])
  })

  test('is never sent a third time while two are under way, unless both are hopeless', () => {
    const first = flight()
    const second = flight({ startedAt: 5_000, progressAt: 5_000, twin: first })
    first.twin = second
    const flights = flightsOf(first, second)
    flights.completed(2 * MIB, 1_000)
    expect(look(flights, 60_000, whole)).toBeNull()
    second.bytesSent = 1.6 * MIB
    second.progressAt = 6_000
    expect(look(flights, 5_900)).toBeNull()
    expect(look(flights, 9_000)?.[1]).toBe(true)
    flights.remove(second)
    expect(first.twin).toBeNull()
    expect(look(flights, 60_000, whole)).toEqual([first, false])
  })
})

test('only bytes beyond what the device itself may hold have surely left', () => {
  const flights = flightsOf(flight({ bytesSent: 64 * 1024 }), flight({ bytesSent: 65 * 1024 }))
  expect(flights.bytesGone()).toBe(1024)
})

test('of a part under way twice the further one counts', () => {
  const first = flight({ bytesSent: 100 })
  const second = flight({ startedAt: 5_000, bytesSent: 300, twin: first })
  first.twin = second
  const flights = flightsOf(first, second, flight({ bytesSent: 7 }))
  expect(flights.bytesSent()).toBe(307)
  second.bytesSent = 100
  expect(flights.bytesSent()).toBe(107)
})

test('counts at its origin while it is under way', () => {
  const one = flight()
  const flights = flightsOf(one)
  expect(one.origin.inFlight).toBe(1)
  expect(flights.remove(one)).toBe(true)
  expect(flights.remove(one)).toBe(false)
  expect(one.origin.inFlight).toBe(0)
})
