import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { START_FLAGS } from '#test/app/start-flags'

const ROOT = join(import.meta.dirname, '../../../../..')
const MIB = 2 ** 20

/** Fills both heaps and lets go of it, but for one in a hundred: whole pages are rarely free. */
const PROGRAM = `
  const { giveBackMemory } = await import('./give-back-memory.ts')
  const rss = () => process.memoryUsage().rss
  const held = Array.from({ length: 60_000 }, (_none, nth) => [new ArrayBuffer(1_000), { nth, text: 'x'.repeat(99) + nth }])
  globalThis.kept = held.filter((_one, nth) => nth % 100 === 0)
  held.length = 0
  const before = rss()
  giveBackMemory()
  console.log(JSON.stringify({ freed: before - rss() }))`

test('a process is smaller after it', () => {
  const args = [...START_FLAGS, '--input-type=module', '--eval', PROGRAM]
  const { freed } = JSON.parse(execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' }))
  expect(freed).toBeGreaterThan(60 * MIB)
})

test('does no harm in a process without the flag', () => {
  const args = ['--input-type=module', '--eval', PROGRAM]
  const { freed } = JSON.parse(execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' }))
  expect(freed).toBeTypeOf('number')
})

test.each(['deploy/waybill.service', 'deploy/Containerfile'])('%s starts Node as npm does', (path) => {
  const line = readFileSync(join(ROOT, path), 'utf8')
    .split('\n')
    .find((one) => one.includes('supervise.ts'))
  expect(line?.match(/--[a-z][\w=-]+/g)).toEqual([...START_FLAGS])
})
