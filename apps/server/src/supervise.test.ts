import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { freePort } from '#test/app/free-port'
import { until } from '#test/app/until'
import { cloneDatabase } from '#test/database/test-database'
import { childEnv } from './platform/config/env.ts'

// Whole processes start here, which takes time on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

const undo: Array<() => Promise<unknown>> = []
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one()
})

interface Started {
  supervisor: ChildProcess
  /** Its output so far, the server's included. */
  said(): string
  ended: Promise<{ code: number | null; signal: string | null }>
}

async function start(env: Record<string, string>): Promise<Started> {
  const dataDir = await mkdtemp(join(tmpdir(), 'waybill-supervised-'))
  undo.push(() => rm(dataDir, { recursive: true, force: true }))
  const supervisor = spawn(process.execPath, [join(import.meta.dirname, 'supervise.ts')], {
    env: { ...childEnv(), DATA_DIR: dataDir, UPLOAD_PORTS: 'none', LOG_LEVEL: 'fatal', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  undo.push(async () => supervisor.kill('SIGKILL'))
  let text = ''
  for (const stream of [supervisor.stdout, supervisor.stderr]) stream.on('data', (chunk) => (text += chunk))
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    supervisor.once('exit', (code, signal) => resolve({ code, signal })),
  )
  return { supervisor, said: () => text, ended }
}

async function startReady(): Promise<Started & { port: number }> {
  const database = await cloneDatabase()
  undo.push(database.drop)
  const port = await freePort()
  const started = await start({ PORT: String(port), DATABASE_URL: database.url })
  await until(() => started.said().includes('is ready'), 60_000)
  return { ...started, port }
}

const childOf = ({ pid }: ChildProcess): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0])

const answers = (port: number): Promise<boolean> =>
  fetch(`http://localhost:${port}/-/health`).then(
    ({ ok }) => ok,
    () => false,
  )

test('restarts a server that dies, and says why; Ctrl-C ends both', async () => {
  const { supervisor, said, ended, port } = await startReady()
  const first = childOf(supervisor)
  process.kill(first, 'SIGKILL')
  await until(() => said().includes('Waybill ended by SIGKILL. It starts again in 1 s.'))
  await until(() => answers(port), 60_000)
  expect(childOf(supervisor)).not.toBe(first)
  supervisor.kill('SIGINT')
  expect(await ended).toEqual({ code: 0, signal: null })
  expect(await answers(port)).toBe(false)
})

test('ends a server whose supervisor is killed', async () => {
  const { supervisor, ended, port } = await startReady()
  supervisor.kill('SIGKILL')
  await ended
  await until(async () => !(await answers(port)), 30_000)
})

test('does not retry a server that cannot start with its settings', async () => {
  const { said, ended } = await start({ PORT: 'none of these' })
  expect(await ended).toEqual({ code: 1, signal: null })
  expect(said()).toContain('PORT')
  expect(said()).not.toContain('starts again')
})

test('stops without waiting for the pause before the next start', async () => {
  const { supervisor, said, ended } = await start({})
  await until(() => childOf(supervisor) > 0)
  process.kill(childOf(supervisor), 'SIGKILL')
  await until(() => said().includes('starts again'))
  supervisor.kill('SIGTERM')
  expect(await ended).toEqual({ code: 0, signal: null })
})
