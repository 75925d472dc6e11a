/**
 * Breaks the server's connections to its database under load, again and again: during the handshake, during a
 * statement, between statements, through a proxy; and kills the embedded PostgreSQL. Checks the server's guarantees: it
 * stays alive, it answers 503 and never 500, it recovers within five seconds after its database has, and mail is sent
 * again.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { routes } from '@waybill/contract/core/routes'
import { startEmbedded } from '../../src/platform/database/embedded/embedded.ts'
import { freePort } from '../app/free-port.ts'
import { Line } from '../http/line.ts'
import { KillableServer } from './killable-server.ts'
import { MailSink } from './mail-sink.ts'

export interface BreakReport {
  rounds: number
  /** Answers under load, by status; 0: none. */
  answers: Record<string, number>
  slowestHealMs: number
  slowestMailMs: number
  broken: string[]
}

interface Setup {
  server: KillableServer
  sink: MailSink
  report: BreakReport
}

const CALLERS = 6
const HEAL_MS = 5_000
/** More than a handshake with its password takes, and a statement or two. */
const MOST_BYTES = 3_000
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const quiet = { info: () => {}, warn: () => {}, error: () => {} }

/** Through a proxy whose connections break. */
export async function breakLines(rounds: number, say: (line: string) => void): Promise<BreakReport> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-breaks-'))
  const given = await startEmbedded(join(folder, 'given'), quiet, { transport: 'loopback' })
  const { host, port, user, password, database } = given.connection
  const line = await Line.to({ host, port })
  const url = new URL(`postgres://127.0.0.1:${line.port}/${database}`)
  url.username = user
  url.password = password
  try {
    return await breakOften(join(folder, 'data'), { DATABASE_URL: url.href }, rounds, say, async (_server, round) => {
      const most = round % 2 === 0 ? 700 : MOST_BYTES
      line.crumble(() => Math.random() * most)
      line.reset()
      for (let left = 4 + (round % 5); left > 0; left -= 1) {
        await pause(300)
        line.cut()
      }
      line.crumble(null)
    })
  } finally {
    await line.down()
    await given.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The embedded PostgreSQL, killed with -9. */
export async function killDatabases(rounds: number, say: (line: string) => void): Promise<BreakReport> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-breaks-'))
  try {
    return await breakOften(folder, {}, rounds, say, async (server) => {
      server.killDatabase()
      // It is back once the server has started it, after recovery.
      await healed(server, 60_000)
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function breakOften(
  dataDir: string,
  env: Record<string, string>,
  rounds: number,
  say: (line: string) => void,
  breakOnce: (server: KillableServer, round: number) => Promise<unknown>,
): Promise<BreakReport> {
  const sink = await MailSink.open()
  const settings = {
    SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    TRUSTED_PROXIES: '127.0.0.0/8,::1/128',
    LOG_LEVEL: 'error',
  }
  const server = new KillableServer(dataDir, await freePort(), { ...settings, ...env })
  const report: BreakReport = { rounds: 0, answers: {}, slowestHealMs: 0, slowestMailMs: 0, broken: [] }
  try {
    await server.start()
    for (let round = 0; round < rounds && server.lives; round += 1) {
      await breakUnderLoad({ server, sink, report }, round, () => breakOnce(server, round))
      report.rounds += 1
      say(`round ${round + 1} of ${rounds}: ${JSON.stringify(report.answers)}, ${report.broken.length} promises broken`)
    }
    for (const bug of server.bugs) report.broken.push(bug.slice(0, 1_000))
  } finally {
    await server.stop()
    await sink.close()
  }
  return report
}

async function breakUnderLoad(setup: Setup, round: number, breakNow: () => Promise<unknown>): Promise<void> {
  const { server, sink, report } = setup
  const load = { isOver: false }
  const callers = Array.from({ length: CALLERS }, (_none, nth) => callOn(setup, `${round}-${nth}`, load))
  await pause(300)
  await breakNow()
  const healMs = await healed(server, HEAL_MS)
  if (healMs === null) report.broken.push(`round ${round}: not healed within ${HEAL_MS} ms`)
  report.slowestHealMs = Math.max(report.slowestHealMs, healMs ?? HEAL_MS)
  load.isOver = true
  await Promise.all(callers)
  if (!server.lives) return void report.broken.push(`round ${round}: the server is gone`)
  const began = performance.now()
  const address = `after-${round}@breaks.example`
  const status = await askCode(server, address)
  const mail = await sink.waitFor(address, 20_000).catch(() => null)
  if (!mail) report.broken.push(`round ${round}: no mail came after it (${status})`)
  report.slowestMailMs = Math.max(report.slowestMailMs, performance.now() - began)
}

/** Milliseconds until calls that need the database are answered, five in a row. */
async function healed(server: KillableServer, patienceMs: number): Promise<number | null> {
  const began = performance.now()
  for (let good = 0; performance.now() - began < patienceMs; ) {
    good = (await look(server)) < 500 && server.lives ? good + 1 : 0
    if (good === 5) return performance.now() - began
    await pause(20)
  }
  return null
}

async function callOn({ server, report }: Setup, name: string, load: { isOver: boolean }): Promise<void> {
  for (let nth = 0; !load.isOver; nth += 1) {
    const status = await (nth % 4 > 0 ? look(server) : askCode(server, `load-${name}-${nth}@breaks.example`))
    // The server's own refusal counts as an answer; there may be no answer at all while it is being broken.
    report.answers[status] = (report.answers[status] ?? 0) + 1
    if (status === 500) report.broken.push(`${name}: a 500`)
    await pause(10)
  }
}

const network = () =>
  `198.${18 + Math.floor(Math.random() * 2)}.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`

function ask(server: KillableServer, path: string, init: RequestInit = {}): Promise<number> {
  const headers = { origin: server.origin, 'x-forwarded-for': network(), ...init.headers }
  const signal = AbortSignal.timeout(20_000)
  return fetch(server.origin + path, { ...init, headers, signal }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    },
    () => 0,
  )
}

/** An unknown token: the call queries the database, and gets a refusal. */
const look = (server: KillableServer) =>
  ask(server, '/uploads/AAAAAAAAAAAAAAAAAAAA', {
    headers: { authorization: `Bearer ${randomBytes(32).toString('base64url')}` },
  })

const askCode = (server: KillableServer, email: string) => {
  const { method, path } = routes.requestSenderCode
  const headers = { 'content-type': 'application/json' }
  return ask(server, path, { method, headers, body: JSON.stringify({ email }) })
}
