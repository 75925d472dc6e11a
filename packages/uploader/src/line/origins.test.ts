import { expect, test } from 'vitest'
import { type Origin, Origins } from './origins.ts'

function alive(count: number): Origins {
  const origins = new Origins(Array.from({ length: count }, (_, i) => `http://o${i}`))
  for (const origin of origins.all) origins.answered(origin)
  return origins
}

const at = (origins: Origins, index: number) => origins.all[index] as Origin

test('only the page’s own origin counts until others have answered', () => {
  const origins = new Origins(['http://a', 'http://b', 'http://a'])
  expect(origins.all).toHaveLength(2)
  expect(origins.alive).toBe(1)
  origins.answered(at(origins, 1))
  expect(origins.alive).toBe(2)
})

test('takes turns, six to each, and returns none when all are full', () => {
  const origins = alive(2)
  const picked: string[] = []
  for (let origin = origins.pick(); origin; origin = origins.pick()) {
    origin.inFlight++
    picked.push(origin.url)
  }
  expect(picked).toHaveLength(12)
  expect(picked.slice(0, 4)).toEqual(['http://o0', 'http://o1', 'http://o0', 'http://o1'])
})

test('an origin that fails three times while others work is left out, and probed again at growing intervals', () => {
  const origins = alive(2)
  for (const now of [10, 20, 30]) {
    origins.succeeded(at(origins, 0), now)
    origins.failed(at(origins, 1), now - 5, now + 1)
  }
  expect(origins.alive).toBe(1)
  expect(origins.due(5_000)).toEqual([])
  expect(origins.due(10_031).map(({ url }) => url)).toEqual(['http://o1'])
  expect(origins.due(10_032)).toEqual([])
  expect(origins.due(30_030)).toEqual([])
  expect(origins.due(30_031)).toHaveLength(1)
  origins.answered(at(origins, 1))
  expect(origins.alive).toBe(2)
})

test('an old success does not show that others work', () => {
  const origins = alive(2)
  origins.succeeded(at(origins, 0), 1_000)
  for (let i = 0; i < 3; i++) origins.failed(at(origins, 1), 500, 21_000)
  expect(origins.alive).toBe(2)
})

test('when all fail none is left out', () => {
  const origins = alive(2)
  for (let now = 0; now < 100; now += 10) for (const origin of origins.all) origins.failed(origin, now, now + 5)
  expect(origins.alive).toBe(2)
})

test('the page’s own origin is never left out', () => {
  const origins = alive(2)
  origins.leave(at(origins, 0), 0)
  origins.leave(at(origins, 1), 0)
  expect(origins.pick()?.url).toBe('http://o0')
})

test('after a change of the line all are probed again', () => {
  const origins = alive(2)
  origins.leave(at(origins, 1), 0)
  expect(origins.due(1)).toEqual([])
  origins.forgetAbsences()
  expect(origins.due(1)).toHaveLength(1)
})
