/**
 * Kills servers with -9, and takes databases away, at each point of a download, while exact readers read: the server
 * claims no more than arrived, finishes nothing unread, and loses nothing in an outage.
 */
import { execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { databaseLine } from '../../apps/server/test/database/database-line.ts'
import { startDatabase } from '../dashboard/dashboard-server.ts'
import { note, title } from '../report.ts'
import type { Waybill } from '../servers.ts'
import type { Door } from './evidence-doors.ts'
import { exactly } from './evidence-programs.ts'
import { type Claim, EvidenceSite, type Place } from './evidence-site.ts'

const ROUNDS = Number(process.env.WAYBILL_BENCH_ROUNDS ?? 1)
/** Only these, by parts of their names. */
const KINDS = (process.env.WAYBILL_BENCH_KINDS ?? '').split('|')
const BYTES = 12_600_000
const AWAY_MS = 20_000
/** By then a server runs again and has recorded all it can. */
const LAST_WORD_MS = 15_000
/** A reader who has everything holds the connection for this long. */
const HOLD_SECONDS = 4

type Database = Awaited<ReturnType<typeof startDatabase>>

interface Point {
  /**
   * This many milliseconds after the request or the end. The body takes at least 1.6 s; the reader then holds the
   * connection for 4 s.
   */
  after: 'request' | 'end'
  ms: number
}

const points: Record<string, Point> = {
  'before the first byte': { after: 'request', ms: 0 },
  'in the middle': { after: 'request', ms: 900 },
  'held, with everything read': { after: 'request', ms: 4_500 },
  'at the reader’s end': { after: 'end', ms: 0 },
  'just after it': { after: 'end', ms: 5 },
  'a little after it': { after: 'end', ms: 30 },
  'a second after it': { after: 'end', ms: 1_000 },
}

interface Fault {
  name: string
  /** An outage ends, and loses nothing. */
  isOutage: boolean
  act(at: { node: Waybill; database: Database; line: Awaited<ReturnType<typeof databaseLine>> }): Promise<void>
}

const faults: readonly Fault[] = [
  {
    name: 'kill -9',
    isOutage: false,
    act: async ({ node }) => process.kill(serverBelow(node.pid), 'SIGKILL') && undefined,
  },
  {
    name: 'the database stands still for 20 s',
    isOutage: true,
    async act({ database }) {
      const all = treeOf(postmasterOf(database))
      for (const pid of all) process.kill(pid, 'SIGSTOP')
      await pause(AWAY_MS)
      for (const pid of all) process.kill(pid, 'SIGCONT')
    },
  },
  {
    name: 'the database is refused for 20 s',
    isOutage: true,
    async act({ line }) {
      await line.down()
      await pause(AWAY_MS)
      await line.up()
    },
  },
  {
    name: 'the database is killed',
    isOutage: true,
    act: async ({ database }) => process.kill(postmasterOf(database), 'SIGKILL') && undefined,
  },
]

const childrenOf = (pid: number): number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', `${pid}`], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => Number(line) || [])
const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid)]
const serverBelow = (supervisor: number) => childrenOf(supervisor)[0] as number

/** Found by its socket's lock file, whose first line is the process id. */
function postmasterOf({ admin }: Database): number {
  const lock = `${admin.host}/.s.PGSQL.${admin.port}.lock`
  return Number(execFileSync('head', ['-1', lock], { encoding: 'utf8' }))
}

interface Try {
  name: string
  isOutage: boolean
  place: Place
  truth: { read: number; arrived: number; endedAt: number }
}

export async function evidenceFaults(): Promise<void> {
  title('What is said of downloads while servers and databases die')
  const database = await startDatabase()
  await using site = await EvidenceSite.start([], database)
  const line = await databaseLine({ connection: database.connection })
  const tries: Try[] = []
  try {
    for (const fault of faults) {
      for (const [point, when] of Object.entries(points)) {
        if (!KINDS.some((part) => `${fault.name}: ${point}`.includes(part))) continue
        for (let round = 0; round < ROUNDS; round += 1) {
          tries.push(...(await meet(site, { fault, point, when, database, line })))
        }
      }
    }
  } finally {
    await line.down()
  }
  await tell(site, tries)
}

interface Meeting {
  fault: Fault
  point: string
  when: Point
  database: Database
  line: Awaited<ReturnType<typeof databaseLine>>
}

/** Plain and over TLS, each on a separate process, supervised as `npm start` does it. */
async function meet(site: EvidenceSite, { fault, point, when, database, line }: Meeting): Promise<Try[]> {
  await using plain = await site.openSupervised('slow', line.url)
  await using tls = await site.openSupervised('slow-tls', line.url)
  const both = [plain, tls]
  const readings = []
  for (const { door } of both) {
    const place = await site.place(BYTES)
    readings.push({ door, place })
  }
  const reading = readings.map(async ({ door, place }) => read(door, place))
  // An outage affects all servers at once; each server dies separately.
  const all = fault.isOutage ? [0] : [0, 1]
  const acts = all.map(async (nth) => {
    if (when.after === 'end') await reading[nth]
    await pause(when.ms)
    await fault.act({ node: (both[nth] as typeof plain).node, database, line })
  })
  await Promise.all(acts)
  const truths = await Promise.all(reading)
  await pause(LAST_WORD_MS)
  return readings.map(({ door, place }, nth) => {
    const truth = truths[nth] as Try['truth']
    return { name: `${fault.name}: ${point} · ${door.name}`, isOutage: fault.isOutage, place, truth }
  })
}

async function read(door: Door, place: Place): Promise<Try['truth']> {
  const nothing = { read: 0, arrived: 0 }
  const { read: bytes, arrived } = await exactly({ door, place }, { hold: HOLD_SECONDS }).catch(() => nothing)
  return { read: bytes, arrived, endedAt: Date.now() }
}

async function tell(site: EvidenceSite, tries: readonly Try[]): Promise<void> {
  const cells = (values: readonly unknown[]) => values.map((value) => `${value}`.padStart(10)).join(' ')
  console.log(`${''.padEnd(70)} ${cells(['read', 'claimed', 'finished', 'after', 'late by', 'verdict'])}`)
  for (const { name, isOutage, place, truth } of tries) {
    const claim = await site.claim(place)
    const verdict = judge({ isOutage, place, truth, claim })
    const after =
      claim.finishedAt === null ? '–' : `${((claim.finishedAt.getTime() - truth.endedAt) / 1_000).toFixed(1)} s`
    const values = [truth.read, claim.bytes, claim.finishedAt !== null, after, `${claim.lateMs} ms`, verdict]
    console.log(`${name.padEnd(70)} ${cells(values)}`)
    if (verdict === 'FALSE' || verdict === 'ABOVE' || verdict === 'LOST') {
      note(`${name}: ${JSON.stringify({ ...truth, claim })}`)
      process.exitCode = 1
    }
  }
}

/** After a crash, unsaved facts are missing. After an outage none are missing, and those saved late say so. */
function judge({
  isOutage,
  place,
  truth,
  claim,
}: {
  isOutage: boolean
  place: Place
  truth: Try['truth']
  claim: Claim
}) {
  if (claim.bytes > Math.max(truth.arrived, truth.read)) return 'ABOVE'
  if (claim.finishedAt !== null && place.bytes - truth.read > claim.doubtBytes) return 'FALSE'
  if (claim.finishedAt !== null) return 'finished'
  if (truth.read < place.bytes) return 'not read'
  return isOutage ? 'LOST' : 'short'
}
