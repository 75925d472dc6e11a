import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const guard = JSON.stringify(join(import.meta.dirname, 'guard-process.ts'))

/** A guarded process in which that happens, and which would end with 0 a moment later. */
function run(happening: string) {
  const program = `
    import { guardProcess } from ${guard}
    const log = { error: (_facts, words) => console.log('error', words), fatal: (_facts, words) => console.log('fatal', words) }
    guardProcess(log, ({ message }) => { console.log('ends', message); process.exit(70) })
    setTimeout(() => process.exit(0), 50)
    ${happening}`
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  return { status, said: stdout.trim().split('\n') }
}

test.each([
  ['a promise that nobody waits for', `Promise.reject(new Error('lost'))`],
  ['a rejection that is no error', `Promise.reject('lost')`],
])('%s is logged as a bug and ends nothing', (_name, happening) => {
  expect(run(happening)).toEqual({ status: 0, said: ['error a bug: a promise was rejected and nobody handled it'] })
})

test('a connection that breaks with nobody listening ends only itself', () => {
  const broken = `
    import { EventEmitter } from 'node:events'
    const error = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })
    setImmediate(() => new EventEmitter().emit('error', error))`
  expect(run(broken)).toEqual({ status: 0, said: ['error a bug: a connection broke and nobody handled it'] })
})

test('any other exception that nobody caught ends the process, which is told', () => {
  expect(run(`setImmediate(() => { throw new TypeError('half done') })`)).toEqual({
    status: 70,
    said: ['fatal a bug: an uncaught exception ends this process', 'ends half done'],
  })
})
