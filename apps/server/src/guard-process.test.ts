import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const guard = JSON.stringify(join(import.meta.dirname, 'guard-process.ts'))

/** A guarded process in which this event happens, and which would exit with 0 a moment later. */
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
])('logs %s as a bug and ends nothing', (_name, happening) => {
  expect(run(happening)).toEqual({ status: 0, said: ['error a bug: a promise was rejected and nobody handled it'] })
})

test('ends only a connection that breaks without a listener', () => {
  const broken = `
    import { EventEmitter } from 'node:events'
    const error = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })
    setImmediate(() => new EventEmitter().emit('error', error))`
  expect(run(broken)).toEqual({ status: 0, said: ['error a bug: a connection broke and nobody handled it'] })
})

test('ends the process after any other uncaught exception, and reports it', () => {
  expect(run(`setImmediate(() => { throw new TypeError('half done') })`)).toEqual({
    status: 70,
    said: ['fatal a bug: an uncaught exception ends this process', 'ends half done'],
  })
})
