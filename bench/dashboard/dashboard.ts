import pg from 'pg'
import { type ControlledLatency, type Latency, openLoop } from '../attacks/open-loop.ts'
import { judge, median, note, row, title } from '../report.ts'
import { startWaybill, type Waybill } from '../servers.ts'
import { fillAccounts, fillTransfers, OWNER, OWNER_PART } from './dashboard-rows.ts'
import { logIn, startDatabase, urlOf } from './dashboard-server.ts'

/** WAYBILL_BENCH_SHARE makes all of it smaller. */
const SHARE = Number(process.env.WAYBILL_BENCH_SHARE ?? 1)
const FEW = 10_000 * SHARE
const MANY = 1_000_000 * SHARE
const PER_SECOND = 200
const SECONDS = 8
/**
 * How often each kind is measured, in turn with the others; the median counts, since the machine has other work too.
 */
const ROUNDS = 3
const PEER_ROUNDS = 9
const PAGE = 30

/** What the dashboard asks for: the kind, and its queries in turn. */
interface Kind {
  name: string
  queries: string[]
}

/**
 * Lists of one owner with a fifth of all transfers, among 10,000 and among a million, over HTTP; beside them the same
 * page without our optimisations: an offset and counts.
 */
export async function dashboard(): Promise<void> {
  title('A dashboard of 200,000 transfers among a million, 200 requests a second')
  await measureGrowth({ isTeam: false })
}

/** The same lists of everyone in a team whose 50 members and admin sent all transfers, asked for by the admin. */
export async function team(): Promise<void> {
  title('Everyone’s transfers in a team of 50 members with a million, 200 requests a second')
  await measureGrowth({ isTeam: true })
}

async function measureGrowth({ isTeam }: { isTeam: boolean }): Promise<void> {
  await using database = await startDatabase()
  await using server = await startWaybill({ env: { DATABASE_URL: urlOf(database) } })
  const client = new pg.Client({ ...database.admin, database: database.connection.database })
  await client.connect()
  try {
    await fillAccounts(client, isTeam)
    await fillTransfers(client, 0, FEW, isTeam)
    const few = await measureAll(server, FEW, isTeam)
    await fillTransfers(client, FEW, MANY, isTeam)
    const many = await measureAll(server, MANY, isTeam)
    compare(few, many)
    if (!isTeam) await measurePeer(client, many)
  } finally {
    await client.end()
  }
}

async function measureAll(server: Waybill, transfers: number, isTeam: boolean): Promise<Map<Kind['name'], Latency>> {
  const headers = { authorization: `Bearer ${await logIn(server)}`, 'x-forwarded-for': '203.0.113.9' }
  const whose = isTeam ? '&member=everyone' : ''
  const kinds = await kindsOf(server, headers, { listed: isTeam ? transfers : transfers / OWNER_PART, whose })
  const rounds = new Map<Kind['name'], ControlledLatency[]>(kinds.map(({ name }) => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, queries } of kinds) {
      const pathOf = (nth: number) => `/getQs?${queries[nth % queries.length]}${whose}`
      const load = { origin: server.origin, headers, pathOf, perSecond: PER_SECOND }
      await openLoop({ ...load, seconds: 2 })
      rounds.get(name)?.push(await openLoop({ ...load, seconds: SECONDS }))
    }
  }
  return new Map([...rounds].map(([name, latencies]) => [name, told(name, transfers, latencies)]))
}

function told(name: string, transfers: number, latencies: readonly ControlledLatency[]): Latency {
  const of = (read: (latency: ControlledLatency) => number) => median(latencies.map(read))
  const latency = { p50Ms: of(({ p50Ms }) => p50Ms), p99Ms: of(({ p99Ms }) => p99Ms), count: of(({ count }) => count) }
  row(`${transfers.toLocaleString('en')}: ${name}`, {
    'p50 ms': latency.p50Ms,
    'p99 ms': latency.p99Ms,
    'each p99': latencies.map(({ p99Ms }) => p99Ms.toFixed(1)).join(' '),
    'requests each': latency.count,
    'control p99 ms': of(({ control }) => control.p99Ms),
  })
  return latency
}

async function kindsOf(
  server: Waybill,
  headers: Record<string, string>,
  { listed, whose }: { listed: number; whose: string },
): Promise<Kind[]> {
  const filters = ['active', 'expired', 'downloads']
  const sorts = ['new', 'old', 'expiring', 'size', 'downloads']
  const filtered = filters.flatMap((filter) => sorts.map((sort) => `filter=${filter}&sort=${sort}`))
  const depths = Array.from({ length: 40 }, (_, nth) => Math.floor((listed * (nth + 0.5)) / 40))
  const parts = depths.map((depth) => Math.floor(depth / OWNER_PART) * OWNER_PART)
  const cursors = await Promise.all(
    depths.map(async (skip) => {
      const answer = await fetch(new URL(`/getQs?skip=${skip}&take=1${whose}`, server.origin), { headers })
      return ((await answer.json()) as { next: string }).next
    }),
  )
  return [
    { name: 'first page', queries: ['filter=all'] },
    { name: 'deep page, after', queries: cursors.map((after) => `after=${after}`) },
    { name: 'deep page, skip', queries: depths.map((skip) => `skip=${skip}`) },
    { name: 'filtered and sorted', queries: filtered },
    { name: 'counts alone', queries: ['filter=shared'] },
    { name: 'search, one in all', queries: parts.map((n) => `q=part-${n}.dwg`) },
    { name: 'search, in every one', queries: ['q=dwg'] },
  ]
}

/** The bench reports searches but does not judge them: they have no target. */
const judged = ['first page', 'deep page, after', 'deep page, skip', 'filtered and sorted', 'counts alone']

function compare(few: Map<string, Latency>, many: Map<string, Latency>): void {
  for (const name of judged) {
    const [one, other] = [few.get(name) as Latency, many.get(name) as Latency]
    judge(`${name}, p99`, other.p99Ms, 'at most', 20, 'ms')
    judge(`${name}, p50 of a million against ten thousand`, other.p50Ms / one.p50Ms, 'at most', 1.5)
    note(`       p99 against ten thousand: ${(other.p99Ms / one.p99Ms).toFixed(2)} ×`)
  }
}

/** The same pages by common queries, straight to the database, with the usual index. */
async function measurePeer(client: pg.Client, ours: Map<string, Latency>): Promise<void> {
  await client.query('create index peer on transfers (account_id, sent_at desc)')
  await client.query('analyze transfers')
  const page = `select * from transfers where account_id = $1 and deleted_at is null order by sent_at desc limit ${PAGE}`
  const counts = `select count(*), count(*) filter (where expires_at is null or expires_at > now()),
    count(*) filter (where expires_at <= now()), count(*) filter (where download_count > 0)
    from transfers where account_id = $1 and deleted_at is null`
  const timed = async (...queries: string[]) => {
    const taken: number[] = []
    for (let nth = 0; nth < PEER_ROUNDS; nth += 1) {
      const began = performance.now()
      for (const sql of queries) await client.query(sql, [OWNER.id])
      taken.push(performance.now() - began)
    }
    return median(taken)
  }
  const peer = {
    'first page': await timed(page, counts),
    'deep page, after': await timed(`${page} offset ${MANY / 10}`, counts),
    'counts alone': await timed(counts),
  }
  for (const [name, ms] of Object.entries(peer)) {
    row(`offset and count(*): ${name}`, { 'ms, one at a time': ms })
    note(
      `       against our p50 over HTTP at ${PER_SECOND} a second: ${(ms / (ours.get(name) as Latency).p50Ms).toFixed(1)} ×`,
    )
  }
}
