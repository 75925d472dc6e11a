import type { PlannedBlob, PlannedFile } from '@waybill/contract/uploads/endpoints'
import { describe, expect, test } from 'vitest'
import { SteppedClock } from '../test/stepped-clock.ts'
import { Bulletin } from './bulletin.ts'
import { fileAt, type StatusFacts, statusOf } from './progress.ts'
import type { UploadProgress, UploadStatus } from './upload.ts'

const MIDWAY: StatusFacts = {
  ending: null,
  isOffline: false,
  isWarm: true,
  tries: 0,
  bytesSent: 50,
  bytesAcknowledged: 40,
  bytesTotal: 100,
  bytesBefore: 0,
}

test.each<[UploadStatus, Partial<StatusFacts>]>([
  ['warming-up', { isWarm: false, bytesSent: 0, bytesAcknowledged: 0 }],
  ['getting-ready', { bytesSent: 0, bytesAcknowledged: 0 }],
  ['transferring', { bytesSent: 1, bytesAcknowledged: 0 }],
  ['transferring', {}],
  ['transferring', { tries: 1 }],
  ['retrying', { tries: 2 }],
  ['resuming', { bytesBefore: 40 }],
  ['transferring', { bytesBefore: 30 }],
  ['almost-done', { bytesSent: 100 }],
  ['paused-offline', { isOffline: true, tries: 3 }],
  ['done', { ending: 'done', isOffline: true }],
  ['failed', { ending: 'failed', tries: 15 }],
  ['cancelled', { ending: 'cancelled' }],
])('is %s with %o', (status, facts) => {
  expect(statusOf({ ...MIDWAY, ...facts })).toBe(status)
})

describe('the current file', () => {
  const files = ['a', 'empty', 'c'].map((path) => ({ path }) as PlannedFile)
  const members = [
    { file: 0, offset: 0 },
    { file: 2, offset: 10 },
  ]
  const blob = { bytes: 20, members } as PlannedBlob

  test.each([
    [0, 1, 'a'],
    [9, 1, 'a'],
    [10, 3, 'c'],
  ])('at byte %i is number %i', (offset, fileIndex, currentPath) => {
    expect(fileAt({ blob, offset }, files)).toEqual({ fileIndex, currentPath })
  })

  test('at the end is the last one, and without files none', () => {
    expect(fileAt(null, files)).toEqual({ fileIndex: 3, currentPath: 'c' })
    expect(fileAt(null, [])).toEqual({ fileIndex: 0, currentPath: '' })
  })
})

describe('notifications', () => {
  function bulletin() {
    const clock = new SteppedClock()
    const progress = { status: 'transferring', bytesSent: 0 } as UploadProgress
    const board = new Bulletin(clock, () => ({ ...progress }))
    const told: Array<[number, UploadStatus, number]> = []
    const stop = board.subscribe(({ status, bytesSent }) => told.push([clock.now(), status, bytesSent]))
    return { clock, progress, board, told, stop }
  }

  test('a thousand changes a second give five calls, and always the last change', async () => {
    const { clock, progress, board, told } = bulletin()
    for (let ms = 0; ms < 1_000; ms++) {
      progress.bytesSent++
      board.changed()
      await clock.pass(1)
    }
    await clock.pass(1_000)
    expect(told).toHaveLength(6)
    expect(told.at(-1)?.[2]).toBe(1_000)
  })

  test('a change of status is reported at once, and once', async () => {
    const { clock, progress, board, told } = bulletin()
    board.changed()
    board.changed()
    progress.status = 'retrying'
    board.changed()
    await clock.pass(1_000)
    expect(told.map(([at, status]) => [at, status])).toEqual([
      [0, 'transferring'],
      [0, 'retrying'],
    ])
  })

  test('a listener gets nothing after it stops', async () => {
    const { clock, progress, board, told, stop } = bulletin()
    board.changed()
    stop()
    progress.status = 'done'
    board.changed()
    await clock.pass(1_000)
    expect(told).toHaveLength(1)
  })
})
