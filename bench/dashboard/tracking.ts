import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Context, openContext } from '../../apps/server/src/context.ts'
import { readConfig } from '../../apps/server/src/platform/config/config.ts'
import { makeLog } from '../../apps/server/src/platform/log.ts'
import { recordEvents } from '../../apps/server/src/tracking/ledger/index.ts'
import { type Latency, openLoop } from '../attacks/open-loop.ts'
import { cpuOf } from '../cpu-of.ts'
import { judge, mb, median, note, row, title } from '../report.ts'
import { startWaybill, type Waybill } from '../servers.ts'
import { GIB, MIB, makePayload } from '../uploads/payload.ts'
import { Sender } from '../uploads/sender.ts'
import { deal, drive, headOf } from '../wire.ts'
import { fillAccounts, fillTransfers, OWNER } from './dashboard-rows.ts'
import { logIn, startDatabase, urlOf } from './dashboard-server.ts'
import { fillLedgers, makePastMonths } from './event-rows.ts'

/** A fifth of the transfers and of their entries are the owner's. WAYBILL_BENCH_SHARE makes all of it smaller. */
const SHARE = Number(process.env.WAYBILL_BENCH_SHARE ?? 1)
const TRANSFERS = 20_000 * SHARE
const FEW_EACH = 5
const MANY_EACH = 500
/** A year of two million entries is a heavier query than a page of a ledger. */
const PICTURES_PER_SECOND = 5
const PER_SECOND = 100
const SECONDS = 10
/** Rounds of about one second, on a machine whose speed varies by a fifth. */
const ROUNDS = Math.max(4, 20 * SHARE)
/** By then the server has recorded the end of a download. */
const SETTLED_MS = 300

/**
 * Ledgers and counts of 100,000 and of ten million entries read over HTTP; how many entries the server records a
 * second; and what recording costs downloads.
 */
export async function tracking(): Promise<void> {
  title('The ledger: ten million entries')
  await readAndRecord()
  title('What tracking costs a download')
  await costOfTracking()
}

async function readAndRecord(): Promise<void> {
  await using database = await startDatabase()
  await using server = await startWaybill({ env: { DATABASE_URL: urlOf(database) } })
  const client = new pg.Client({ ...database.admin, database: database.connection.database })
  await client.connect()
  const env = { DATABASE_URL: urlOf(database), DATA_DIR: server.dir, UPLOAD_PORTS: 'none', LOG_LEVEL: 'silent' }
  const { ctx, close } = await openContext(readConfig(env), makeLog('silent'))
  try {
    await fillAccounts(client)
    await fillTransfers(client, 0, TRANSFERS)
    await makePastMonths(client)
    const { rows } = await client.query('select id from transfers where account_id = $1 order by id', [OWNER.id])
    const ids = rows.map(({ id }: { id: string }) => id)
    await fillLedgers(client, 0, FEW_EACH)
    const few = new Map([...(await readAll(server, ids, FEW_EACH)), ...(await readPictures(server, FEW_EACH))])
    await fillLedgers(client, FEW_EACH, MANY_EACH)
    const many = new Map([...(await readAll(server, ids, MANY_EACH)), ...(await readPictures(server, MANY_EACH))])
    for (const [name, { p99Ms, p50Ms }] of many) {
      judge(`${name}, p99`, p99Ms, 'at most', 50, 'ms')
      judge(`${name}, p50 of ten million against 100,000`, p50Ms / (few.get(name)?.p50Ms ?? Number.NaN), 'at most', 2)
    }
    await record(ctx, ids)
  } finally {
    await close()
    await client.end()
  }
}

async function readAll(server: Waybill, ids: string[], each: number): Promise<Map<string, Latency>> {
  const headers = { authorization: `Bearer ${await logIn(server)}`, 'x-forwarded-for': '203.0.113.9' }
  const queries = {
    'newest page': '',
    'deep page': `?before=${Math.ceil(each / 2)}`,
    'of people, finished': '?actorKind=human&kind=finished',
    'of one recipient': '',
  }
  const measured = new Map<string, Latency>()
  for (const [name, query] of Object.entries(queries)) {
    const pathOf = (nth: number) => {
      const at = (nth * 7_919) % ids.length
      const asked = name === 'of one recipient' ? `?recipient=${ids[at]}` : query
      return `/transfers/${ids[at]}/ledger${asked}`
    }
    const load = { origin: server.origin, headers, pathOf, perSecond: PER_SECOND }
    await openLoop({ ...load, seconds: 2 })
    const latency = await openLoop({ ...load, seconds: SECONDS })
    measured.set(name, latency)
    row(`${(each * TRANSFERS).toLocaleString('en')}: ${name}`, { 'p50 ms': latency.p50Ms, 'p99 ms': latency.p99Ms })
  }
  return measured
}

/** The queries with which the owner's dashboard starts, and a year of analytics: whole, and filtered. */
async function readPictures(server: Waybill, each: number): Promise<Map<string, Latency>> {
  const headers = { authorization: `Bearer ${await logIn(server)}`, 'x-forwarded-for': '203.0.113.9' }
  const paths: Record<string, (nth: number) => string> = {
    'the overview': () => '/overview',
    'analytics of a year': () => '/analytics?days=365',
    'analytics of a year, by the day': () => '/analytics?days=365&each=day',
    'analytics of 30 days': () => '/analytics?days=30',
    'analytics of a year and a country': () => '/analytics?days=365&country=IN',
    'analytics of a year and a contact': (nth) => `/analytics?days=365&contact=client${nth * 5}@example.com`,
  }
  const measured = new Map<string, Latency>()
  for (const [name, pathOf] of Object.entries(paths)) {
    const load = { origin: server.origin, headers, pathOf, perSecond: PICTURES_PER_SECOND }
    await openLoop({ ...load, seconds: 2 })
    const latency = await openLoop({ ...load, seconds: SECONDS })
    measured.set(name, latency)
    row(`${(each * TRANSFERS).toLocaleString('en')}: ${name}`, { 'p50 ms': latency.p50Ms, 'p99 ms': latency.p99Ms })
  }
  return measured
}

/** Among ten million entries: entries a second, each in a separate synced transaction. */
async function record(ctx: Context, ids: string[]): Promise<void> {
  const run = async (transfers: readonly string[]): Promise<number> => {
    const endsAt = performance.now() + SECONDS * 1_000
    let entries = 0
    const work = async (worker: number) => {
      for (let nth = worker; performance.now() < endsAt; nth += 10, entries += 1) {
        const eventContext = {
          transferId: transfers[nth % transfers.length] as string,
          recipientId: null,
          ip: '47.75.18.65',
        }
        const seen = {
          ...eventContext,
          judged: { actorKind: 'human', reason: null } as const,
          userAgent: 'curl/8.14.1',
        }
        await recordEvents(ctx.db, ctx, seen, [{ kind: 'delivered', bytes: nth }])
      }
    }
    await Promise.all(Array.from({ length: 10 }, (_, worker) => work(worker)))
    return entries / SECONDS
  }
  row('recording, ten at once', {
    'over all, a second': await run(ids),
    'one transfer, a second': await run(ids.slice(0, 1)),
  })
}

/** The same bytes to a tracked person, and to a bot, of which the server records only begin and end. */
async function costOfTracking(): Promise<void> {
  await using payload = await makePayload(GIB)
  await using server = await startWaybill()
  const sender = await Sender.proven(server)
  const plan = await sender.plan([{ path: 'film.mov', bytes: payload.content.length }])
  const requests = plan.blobs.flatMap((blob) => sender.puts(plan, blob, payload.content, 0, 8 * MIB))
  await drive({ port: server.port, file: payload.file, connections: deal(requests, 4) })
  const [link] = await sender.settled(await sender.save(plan))
  if (!link) throw new Error('There is no link')
  const path = new URL(link.url, server.origin).pathname
  const speeds: Record<string, number[]> = { tracked: [], untracked: [] }
  const cpu: Record<string, number[]> = { tracked: [], untracked: [] }
  const agents = Object.entries({ tracked: 'curl/8.14.1', untracked: 'BarracudaCentral/1.0' })
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each agent goes first equally often.
    for (const [name, agent] of round % 2 === 0 ? agents : agents.toReversed()) {
      const head = headOf('GET', path, server.host, { 'user-agent': agent })
      const before = cpuOf(server.pid)
      const { seconds, bytes } = await drive({ port: server.port, connections: deal([{ head }], 1) })
      if (bytes !== GIB) throw new Error(`${bytes} bytes came instead of ${GIB}`)
      speeds[name]?.push(mb(bytes, seconds))
      await pause(SETTLED_MS)
      const after = cpuOf(server.pid)
      cpu[name]?.push(after.own + after.database - before.own - before.database)
    }
  }
  const [tracked, untracked] = [median(speeds.tracked ?? []), median(speeds.untracked ?? [])]
  row('a download of 1 GiB', { 'tracked, MB/s': tracked, 'untracked, MB/s': untracked })
  judge('tracked against untracked', tracked / untracked, 'at least', 0.95)
  const [tracking, nothing] = [median(cpu.tracked ?? []), median(cpu.untracked ?? [])]
  row('the server and its database', {
    'tracked, CPU s': tracking,
    'untracked, CPU s': nothing,
    ratio: tracking / nothing,
  })
  note('Untracked is what a machine gets: its begin and end are on record, and nothing in between.')
}
