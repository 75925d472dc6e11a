import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { v8Threads } from './v8-threads.ts'

test.each([
  [1, 1],
  [2, 1],
  [4, 3],
  [64, 4],
])('on %i cores V8 gets %i helper threads, an option that Node knows', (cores, threads) => {
  const option = v8Threads(cores)
  expect(option).toBe(`--v8-pool-size=${threads}`)
  expect(execFileSync(process.execPath, [option, '--print', '1'], { encoding: 'utf8' })).toBe('1\n')
})
