import { loadavg } from 'node:os'
import { others } from '../attacks/other-people.ts'
import { cpuOf } from '../cpu-of.ts'
import { judge, mb, note, percentile, row, title } from '../report.ts'
import { startWaybill, type Waybill } from '../servers.ts'
import { deal, drive, type WireRequest } from '../wire.ts'
import { MIB, makePayload } from './payload.ts'
import { Sender } from './sender.ts'

const UPLOADERS = 40
/** Connections of one uploader, as a client of the API might open; a page opens more. */
const CONNECTIONS_EACH = 4
const PART = 2 * MIB
const FILE = 96 * MIB
const IDLE_SECONDS = 8
/** What people open; the health of a server judges its disk, which is as busy as it can be here. */
const PAGES = ['/', '/pricing', '/location']

/**
 * 40 people upload over loopback, as fast as the server takes it, while others ask for pages: what each uploader gets, and
 * how long the others wait. The idle server beside it, since the machine has other work too.
 */
export async function fortyUploads(): Promise<void> {
  title(`Other people's calls beside ${UPLOADERS} uploads of ${FILE / MIB} MiB, ${CONNECTIONS_EACH} connections each`)
  note(`load before: ${(loadavg()[0] ?? 0).toFixed(1)}`)
  await using payload = await makePayload(FILE)
  await using server = await startWaybill()
  await others(server, 2, PAGES)
  tell('idle', await others(server, IDLE_SECONDS, PAGES))
  const uploaders = await planAll(server, payload.content)
  const cpu = cpuOf(server.pid)
  const driving = drive({ port: server.port, file: payload.file, connections: uploaders.flatMap((one) => one.puts) })
  const taken = await others(server, driving, PAGES)
  const { seconds, connectionSeconds } = await driving
  const spent = cpuOf(server.pid)
  for (const { requireWhole } of uploaders) await requireWhole()

  tell(`beside ${UPLOADERS} uploads`, taken)
  const rates = uploaders.map((_one, nth) => mb(FILE, lastOf(connectionSeconds, nth)))
  const total = UPLOADERS * FILE
  row('what the uploads get', {
    seconds,
    'MB/s together': mb(total, seconds),
    'slowest MB/s': Math.min(...rates),
    'fastest MB/s': Math.max(...rates),
    'server CPU-s/GiB': ((spent.own - cpu.own) / total) * 2 ** 30,
    'database CPU-s/GiB': ((spent.database - cpu.database) / total) * 2 ** 30,
  })
  judge("others' p99", percentile(taken, 0.99), 'at most', 300, 'ms')
  judge("Jain's index of the uploads", jainOf(rates), 'at least', 0.9, '')
}

interface Uploader {
  /** One list for each of its connections. */
  puts: WireRequest[][]
  requireWhole: () => Promise<void>
}

async function planAll(server: Waybill, content: Buffer): Promise<Uploader[]> {
  const uploaders: Uploader[] = []
  for (let nth = 0; nth < UPLOADERS; nth += 1) {
    const sender = await Sender.proven(server)
    const plan = await sender.plan([{ path: 'film.mov', bytes: FILE }])
    const puts = plan.blobs.flatMap((blob) => sender.puts(plan, blob, content, 0, PART))
    uploaders.push({ puts: deal(puts, CONNECTIONS_EACH), requireWhole: () => sender.requireWhole(plan) })
  }
  return uploaders
}

/** When the last connection of this uploader had all its answers. */
const lastOf = (connectionSeconds: readonly number[], nth: number): number =>
  Math.max(...connectionSeconds.slice(nth * CONNECTIONS_EACH, (nth + 1) * CONNECTIONS_EACH))

/** 1 where all get the same, 1/n where one gets everything. */
function jainOf(rates: readonly number[]): number {
  const sum = rates.reduce((total, rate) => total + rate, 0)
  return sum ** 2 / (rates.length * rates.reduce((total, rate) => total + rate ** 2, 0))
}

function tell(name: string, taken: readonly number[]): void {
  row(name, {
    calls: taken.length,
    'p50 ms': percentile(taken, 0.5),
    'p99 ms': percentile(taken, 0.99),
    'slowest ms': Math.max(...taken),
    load: loadavg()[0] ?? null,
  })
}
