import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startApp } from '#test/app/embedded-app'
import { cutWhenSilent } from './cut-when-silent.ts'
import { readPostmasterFile } from './embedded/postmaster-file.ts'
import { isDatabaseAway } from './is-database-away.ts'
import { createPool } from './pool.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {} }

/** The server's main process and all processes it has started. */
function processesOf(postmaster: number): number[] {
  const isOurs = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(postmaster)
    } catch {
      return false
    }
  }
  return [
    postmaster,
    ...readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && isOurs(name))
      .map(Number),
  ]
}

test('fails queries soon while the database hangs, and serves them again once it continues', async () => {
  const root = mkdtempSync(join(tmpdir(), 'waybill-silent-'))
  const app = await startApp(join(root, 'pg'))
  const { prompt, patient, end: endWatch } = cutWhenSilent(app.connection, quiet)
  const pool = createPool(prompt, quiet, { max: 3, name: 'test' })
  const listener = new pg.Client(patient)
  await listener.connect()
  const isCut = new Promise((resolve) => listener.once('error', resolve))
  const held = await pool.connect()
  await held.query('begin')
  await pool.query('select 1')

  const pids = processesOf(readPostmasterFile(join(root, 'pg'))?.pid ?? Number.NaN)
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  const failures = await Promise.all([
    held.query('select 1').catch((error: Error) => error),
    pool.query('select 1').catch((error: Error) => error),
  ])
  const later = await pool.query('select 1').catch((error: Error) => error)
  const cutLater = await isCut
  for (const pid of pids) process.kill(pid, 'SIGCONT')

  expect(cutLater).toMatchObject({ message: 'Connection terminated unexpectedly' })
  for (const failure of failures) expect((failure as Error).message).toMatch(/^Connection terminated/)
  for (const failure of [...failures, later]) expect(isDatabaseAway(failure)).toBe(true)
  held.release(true)
  let rows: unknown[] = []
  while (rows.length === 0) {
    rows = await pool.query('select 1 as one').then(
      (result) => result.rows,
      () => [],
    )
    await pause(50)
  }
  expect(rows).toEqual([{ one: 1 }])
  await endWatch()
  await pool.end()
  await app.stop()
  rmSync(root, { recursive: true })
})
