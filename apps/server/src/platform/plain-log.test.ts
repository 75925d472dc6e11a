import { expect, it } from 'vitest'
import { plainLine } from './plain-log.ts'

const line = (entry: object) => plainLine(`${JSON.stringify(entry)}\n`)
const at = { time: '2026-11-27T09:06:24.703Z' }

it.each([
  [
    { ...at, level: 40, dir: '/data', was: '0755', msg: 'It was open' },
    '09:06:24 warning: It was open (dir /data, was 0755)\n',
  ],
  [{ ...at, level: 50, msg: 'No mail left' }, '09:06:24 error: No mail left\n'],
  [{ ...at, level: 60, facts: { deep: 1 }, list: [1], msg: 'Ended' }, '09:06:24 fatal: Ended\n'],
  [
    { ...at, level: 50, err: { message: 'away', stack: 'Error: away\n    at x.ts:1' }, msg: 'It failed' },
    '09:06:24 error: It failed\nError: away\n    at x.ts:1\n',
  ],
  [{ ...at, level: 50, error: { message: 'away' }, msg: 'It failed' }, '09:06:24 error: It failed\naway\n'],
  [
    { ...at, level: 50, error: { message: '550 \u001b[2Jno\u009b1m' }, was: '\u001b]0;x\u0007', msg: 'No mail left' },
    '09:06:24 error: No mail left (was ]0;x)\n550 [2Jno1m\n',
  ],
])('writes %j for a person', (entry, text) => {
  expect(line(entry)).toBe(text)
})

it('keeps quiet about what needs no hand', () => {
  expect(line({ ...at, level: 30, log: 'security', msg: 'login ok' })).toBe('')
})

it('leaves a line alone that is no entry', () => {
  expect(plainLine('not ours\n')).toBe('not ours\n')
})
