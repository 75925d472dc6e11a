import type { Notification } from '@waybill/contract/notifications/endpoints'
import { expect, test } from 'vitest'
import { makeToastQueue } from './toast-queue.ts'

const told = (place: number): Notification => ({
  _id: String(place),
  place,
  kind: 'opened',
  slug: 'Ab3dE5g',
  title: null,
  transferTitle: null,
  supplier: null,
  dlDate: '2026-11-20T12:00:00.000Z',
  dlCountryCode: null,
  dlOrigin: null,
  device: null,
  receiverEmail: null,
  fileName: null,
  fileCount: 1,
  filesThere: null,
  evidence: null,
  doubtBytes: 0,
  isSealed: false,
  read: false,
})

/** Every state of the queue, as the shown toasts. */
function watch(queue: ReturnType<typeof makeToastQueue>): string[][] {
  const states: string[][] = []
  queue.shown.subscribe(() => states.push(queue.shown.read().map(({ _id }) => _id)))
  return states
}

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1))
}

test('they come one by one, at most three at once; the others wait for a place', async () => {
  const queue = makeToastQueue(1)
  const states = watch(queue)
  for (const place of [1, 2, 3, 4, 5]) queue.offer(told(place))
  expect(states).toEqual([['1']])
  await until(() => states.length === 3)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(states.at(-1)).toEqual(['1', '2', '3'])
  queue.dismiss('2')
  await until(() => states.length >= 5)
  expect(states.slice(3, 5)).toEqual([
    ['1', '3'],
    ['1', '3', '4'],
  ])
})

test('the next one waits for its turn, even where there is space', () => {
  const queue = makeToastQueue(60_000)
  queue.offer(told(1))
  queue.dismiss('1')
  queue.offer(told(2))
  expect(queue.shown.read()).toEqual([])
})

test('after clearing, none of the waiting ones shows, and later ones do', async () => {
  const queue = makeToastQueue(1)
  const states = watch(queue)
  for (const place of [1, 2, 3]) queue.offer(told(place))
  queue.clear()
  expect(queue.shown.read()).toEqual([])
  queue.offer(told(4))
  await until(() => queue.shown.read().length === 1)
  expect(states.flat()).not.toContain('2')
  expect(queue.shown.read()[0]?._id).toBe('4')
})

test('of hundreds after a long break only the first twenty-one come', async () => {
  const queue = makeToastQueue(0)
  const states = watch(queue)
  for (let place = 1; place <= 300; place++) queue.offer(told(place))
  const rest = () => new Promise((resolve) => setTimeout(resolve, 2))
  for (let idle = 0; idle < 10; idle++, await rest()) {
    for (const { _id } of queue.shown.read()) {
      idle = 0
      queue.dismiss(_id)
    }
  }
  expect(new Set(states.flat()).size).toBe(21)
})
