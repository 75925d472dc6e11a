/**
 * A process that was given up keeps writing: the database ends its sessions, or the process is suspended, while a part
 * is half received; another process receives the part and acknowledges it; then the first continues. Whatever it does,
 * no acknowledged byte may be lost.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import pg from 'pg'
import { freePort } from '../app/free-port.ts'
import { databaseLine } from '../database/database-line.ts'
import type { TestDatabase } from '../database/test-database.ts'
import type { Line } from '../http/line.ts'
import { putPart } from '../storage/part-put.ts'
import { sha256 } from './crash-browser.ts'
import { CrashSender } from './crash-sender.ts'
import { KillableServer } from './killable-server.ts'
import { MailSink } from './mail-sink.ts'

const MIB = 2 ** 20
const PART = MIB
/** Rounds per effective one, in which the first process keeps writing. */
const TRIES = 5
const OWN_SESSIONS = ['waybill-presence', 'waybill-part-leases']

type Attack = 'sessions ended' | 'stopped and continued'

export interface StaleOptions {
  attacks: readonly Attack[]
  /** For each attack, the number of rounds in which the first process keeps writing. */
  rounds: number
  database: Pick<TestDatabase, 'connection' | 'url'>
  dataDir: string
  env?: Record<string, string>
  say(line: string): void
}

interface StaleReport {
  rounds: number
  /** Rounds in which the first process kept writing after the second had acknowledged. */
  wroteLater: number
  deaths: number
  /** Every violated guarantee, as a sentence. */
  broken: string[]
}

/** Two servers on one database and one folder. */
class Pair {
  readonly one: KillableServer
  readonly two: KillableServer
  /** Between the first process and the database. */
  readonly line: Line
  private readonly database: pg.Client
  private readonly sessionsOfOne = new Set<number>()
  private readonly sessionsOfTwo = new Set<number>()

  private constructor(one: KillableServer, two: KillableServer, line: Line, client: pg.Client) {
    this.one = one
    this.two = two
    this.line = line
    this.database = client
  }

  static async start({ dataDir, database, env }: StaleOptions, sink: MailSink): Promise<Pair> {
    const line = await databaseLine(database)
    const settings = {
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
      TRUSTED_PROXIES: '127.0.0.0/8,::1/128',
      ...env,
    }
    const make = async (DATABASE_URL: string) =>
      new KillableServer(dataDir, await freePort(), { ...settings, DATABASE_URL })
    const client = new pg.Client({ ...database.connection, application_name: 'attacker' })
    client.on('error', () => {})
    await client.connect()
    const pair = new Pair(await make(line.url), await make(database.url), line, client)
    await pair.one.start()
    for (const { pid } of await pair.sessions()) pair.sessionsOfOne.add(pid)
    await pair.two.start()
    for (const { pid } of await pair.sessions()) if (!pair.sessionsOfOne.has(pid)) pair.sessionsOfTwo.add(pid)
    return pair
  }

  async sessions(): Promise<Array<{ pid: number; name: string }>> {
    const { rows } = await this.database.query<{ pid: number; name: string }>(
      `select pid, application_name as name from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and application_name <> 'attacker'`,
    )
    return rows
  }

  /** Ends the first process's sessions, including new ones for its presence. */
  async endSessionsOfOne(): Promise<void> {
    const pids = (await this.sessions())
      .filter(({ pid, name }) => this.sessionsOfOne.has(pid) || OWN_SESSIONS.includes(name))
      .flatMap(({ pid }) => (this.sessionsOfTwo.has(pid) ? [] : [pid]))
    await this.database.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [pids])
  }

  /** Restarts the first process where it has died. */
  async revive(): Promise<boolean> {
    if (this.one.lives) return false
    await this.one.start()
    return true
  }

  async stop(): Promise<void> {
    await Promise.all([this.one.stop(), this.two.stop()])
    await this.database.end()
    await this.line.down()
  }
}

export async function runStaleWriters(options: StaleOptions): Promise<StaleReport> {
  const report: StaleReport = { rounds: 0, wroteLater: 0, deaths: 0, broken: [] }
  const sink = await MailSink.open()
  const pair = await Pair.start(options, sink)
  try {
    for (const attack of options.attacks) {
      // Where the first process notices in time that it was given up, it writes nothing more: the round's guarantees
      // apply all the same, and the attack is repeated.
      let effective = 0
      for (let round = 1; effective < options.rounds && round <= TRIES * options.rounds; round += 1) {
        report.deaths += Number(await pair.revive())
        effective += Number(await attackOnce(pair, sink, attack, report))
        options.say(`${attack}, round ${round}, ${effective} of ${options.rounds}: ${JSON.stringify(report)}`)
      }
      report.wroteLater += effective
    }
    for (const finding of pair.two.fsck()) report.broken.push(`fsck: ${JSON.stringify(finding)}`)
  } finally {
    await pair.stop()
    await sink.close()
    rmSync(options.dataDir, { recursive: true, force: true })
  }
  return report
}

/** A visitor with one file, who decides where each part goes. */
class StaleSender extends CrashSender {
  override readonly files = [{ path: 'film.mov', content: randomBytes(2 * PART + 12_345) }]

  async plan(): Promise<UploadPlan> {
    const [email] = this.recipients
    const body = { senderEmail: this.address, emailTo: [{ email }], expirySeconds: 604_800, effectiveType: '4g' }
    const { plan } = await this.call('planTransfer', { ...body, files: await this.fingerprinted() })
    this.token = plan.token
    return plan
  }

  /** Saves it, and returns where its recipient can download the file. */
  async save({ upload }: UploadPlan): Promise<string> {
    const { slug } = (await this.call('completeTransfer', { upload, token: this.token })).data.ops[0]
    const mail = await this.options.sink.waitFor(this.recipients[0] ?? '')
    const user = new RegExp(`/d/${slug}/([\\w-]{22})`).exec(mail.text)?.[1]
    const { grant } = await this.call('grantDownload', { slug, user })
    return (await this.call('describeDownload', { grant })).links[0].url
  }
}

/** @returns whether the first process kept writing after the second had acknowledged */
async function attackOnce(pair: Pair, sink: MailSink, attack: Attack, report: StaleReport): Promise<boolean> {
  const nth = report.rounds++
  const network = `198.${18 + (nth >> 7)}.${nth & 127}.9`
  const sender = new StaleSender({ origin: pair.two.origin, sink, name: `stale-${nth}`, network })
  await sender.prove()
  const plan = await sender.plan()
  const content = sender.files[0]?.content as Buffer
  const part = { offset: 0, bytes: content.subarray(0, PART) }
  const goOn = Promise.withResolvers<void>()
  const untilWritten = afterWriting(pair.one.pid)
  const stale = putPart(pair.one.origin, plan, part, { afterBytes: PART / 2 + 1_000, goOn: goOn.promise })
  await untilWritten(() => false)
  // In both cases the first process does not learn for a while that its sessions were ended: its connection to the
  // database is dead.
  if (attack === 'stopped and continued') process.kill(pair.one.pid, 'SIGSTOP')
  pair.line.hush()
  await pair.endSessionsOfOne()
  await sendSurely(pair.two.origin, plan, part)
  const untilWrittenOn = afterWriting(pair.one.pid)
  goOn.resolve()
  if (attack === 'stopped and continued') process.kill(pair.one.pid, 'SIGCONT')
  let isAnswered = false
  void stale.answer.then(() => {
    isAnswered = true
  })
  const wroteOn = await untilWrittenOn(() => isAnswered)
  await pair.line.up()
  await Promise.race([stale.answer, pair.one.ended])
  for (const offset of [PART, 2 * PART]) {
    await sendSurely(pair.two.origin, plan, { offset, bytes: content.subarray(offset, offset + PART) })
  }
  const fetched = await fetchSaved(pair, sender, plan)
  if (fetched !== sha256(content)) report.broken.push(`${attack}, ${nth}: acknowledged bytes are lost: ${fetched}`)
  return wroteOn
}

/** SHA-256 of what a recipient gets, or why there is none. */
async function fetchSaved(pair: Pair, sender: StaleSender, plan: UploadPlan): Promise<string> {
  try {
    const answered = await fetch(new URL(await sender.save(plan), pair.two.origin))
    return sha256(await answered.bytes())
  } catch (error) {
    return String(error)
  }
}

/**
 * Starts to count; the returned function waits until the process has written a quarter of a part, or returns false once
 * `isOver`.
 */
function afterWriting(pid: number): (isOver: () => boolean) => Promise<boolean> {
  const before = bytesWrittenBy(pid)
  const isWritten = () => bytesWrittenBy(pid) - before >= PART / 4
  return async (isOver) => {
    while (!isOver() && !isWritten()) await pause(5)
    return isWritten()
  }
}

/** Bytes that a process has passed to write calls, as Linux counts them; 0 where it has ended. */
function bytesWrittenBy(pid: number): number {
  try {
    return Number(/^wchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1])
  } catch {
    return 0
  }
}

/** Sends a part until it is acknowledged. */
async function sendSurely(origin: string, plan: UploadPlan, part: { offset: number; bytes: Buffer }): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await putPart(origin, plan, part).answer
    if (answer !== 'cut' && answer.status === 200) return
    await pause(50)
  }
  throw new Error('a part is taken by nobody')
}
