import { Problem } from '@waybill/contract/core/problems'
import { UploadError } from '@waybill/uploader/upload-error'
import { expect, test } from 'vitest'
import { ConnectionError } from '../server/connection-error.ts'
import { progressLine, Speed, timeLeft } from './progress-bar.ts'
import { failureOf } from './sentences.ts'
import { plain } from './shell.ts'

test('a line of progress fits the terminal', () => {
  const half = { bytes: 1_000_000, bytesTotal: 2_000_000, bytesPerSecond: 100_000, secondsLeft: 10 }
  expect(progressLine(half, 80)).toBe(' 50 % [============>           ] 1 MB of 2 MB, 100 kB/s, 10 s left')
  expect(progressLine(half, 60)).toBe(' 50 % 1 MB of 2 MB, 100 kB/s, 10 s left')
  expect(progressLine(half, 20)).toHaveLength(19)
  expect(progressLine({ ...half, state: 'offline, waiting' }, 80)).toMatch(/, offline, waiting$/)
  expect(progressLine({ ...half, bytes: 0, bytesTotal: 0, bytesPerSecond: 0, secondsLeft: null }, 80)).toContain(
    '100 %',
  )
})

test('times and speeds', () => {
  expect([null, 0, 59, 90, 3_600, 7_500].map(timeLeft)).toEqual([
    '',
    '0 s left',
    '59 s left',
    '2 min left',
    '1 h 0 min left',
    '2 h 5 min left',
  ])
  const speed = new Speed()
  expect(speed.at(0, 0)).toBe(0)
  expect(speed.at(100_000, 1_000)).toBe(100_000)
  for (let at = 2_000; at <= 20_000; at += 1_000) speed.at(100_000, at)
  expect(speed.at(100_000, 21_000)).toBe(0)
})

test('every failure has a sentence and an exit code', () => {
  const cases: Array<[unknown, number, RegExp]> = [
    [new Problem('key-wrong'), 3, /waybill login/],
    [new Problem('key-lacks-scope', { scope: 'send' }), 3, /lacks "send"/],
    [new Problem('over-transfer-limit', { limitBytes: 5_000_000_000 }), 5, /limitBytes: 5 GB/],
    [new Problem('transfer-expired'), 6, /expired/],
    [new Problem('stopping'), 4, /stopping/],
    [new ConnectionError('No answer'), 4, /No answer/],
    [new UploadError('connection-lost'), 4, /run the same command/],
    [new UploadError('file-changed', { path: 'a.txt' }), 1, /changed.*: a\.txt/],
    [Object.assign(new Error('x'), { code: 'ENOSPC' }), 1, /^The disk is full$/],
    [Object.assign(new Error('x'), { code: 'ENOENT', path: 'a' }), 1, /no such file or folder: a$/],
    ['odd', 1, /^odd$/],
  ]
  for (const [error, exitCode, sentence] of cases) {
    expect(failureOf(error)).toMatchObject({ exitCode, message: expect.stringMatching(sentence) })
  }
})

test('text of strangers moves no cursor', () => {
  expect(plain('a\u001b[2Jb\u202ec\n')).toBe('a\ufffd[2Jb\ufffdc\ufffd')
})
