import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { START_FLAGS } from '../../apps/server/test/app/start-flags.ts'
import { type CpuSeconds, cpuOf } from '../cpu-of.ts'
import { startNginx } from '../nginx.ts'
import { judge, mb, median, note, row, title } from '../report.ts'
import { type Server, startPeer, startWaybill, type Waybill } from '../servers.ts'
import { deal, drive, headOf, type WireRequest } from '../wire.ts'
import { GIB, MIB, makePayload, type Payload } from './payload.ts'
import { Sender } from './sender.ts'

const PART = 8 * MIB
const CONNECTIONS = 4
const ROUNDS = 3

interface Entry {
  name: string
  server: Server
  /** The requests of one round, one list per connection, and how to check the server's result. */
  prepare(payload: Payload): Promise<{ connections: WireRequest[][]; check?: () => Promise<void> }>
  /** Where the server leaves files, which are removed after each round. */
  litter?: string
}

interface Round extends CpuSeconds {
  mbPerSecond: number
}

/** 1 GiB in 8 MiB parts over 4 connections: CPU of the server compared with receive-and-discard, nginx DAV and tus. */
export async function uploadLoopback(): Promise<void> {
  title('Upload on loopback: 1 GiB, 8 MiB parts, 4 connections')
  await using payload = await makePayload(GIB)
  await using ours = await startWaybill()
  await using discard = await startPeer('uploads/discard-server.ts', { flags: START_FLAGS })
  await using nginx = await startNginx()
  await using tus = await startPeer('uploads/tus-server.ts')
  const entries: Entry[] = [
    { name: 'Waybill (CRC, encrypted, synced)', server: ours, prepare: (bytes) => prepareOurs(ours, bytes) },
    {
      name: 'receive and discard',
      server: discard,
      prepare: async () => ({ connections: plainPuts(discard, '/part') }),
    },
    {
      name: 'nginx DAV',
      server: nginx,
      prepare: async () => ({ connections: plainPuts(nginx, '/part') }),
      litter: join(nginx.dir, 'files'),
    },
    { name: '@tus/server + file store', server: tus, prepare: () => prepareTus(tus), litter: tus.dir },
  ]
  const rounds = new Map<string, Round[]>(entries.map(({ name }) => [name, []]))
  for (let nth = 0; nth < ROUNDS; nth += 1) {
    for (const entry of entries) rounds.get(entry.name)?.push(await run(entry, payload))
  }
  report(entries.map(({ name }) => ({ name, rounds: rounds.get(name) ?? [] })))
}

async function run({ server, prepare, litter }: Entry, payload: Payload): Promise<Round> {
  const { connections, check } = await prepare(payload)
  const before = cpuOf(server.pid)
  const { seconds } = await drive({ port: server.port, file: payload.file, connections })
  const after = cpuOf(server.pid)
  await check?.()
  for (const name of litter ? await readdir(litter) : []) await rm(join(litter ?? '', name))
  return {
    own: after.own - before.own,
    database: after.database - before.database,
    mbPerSecond: mb(GIB, seconds),
  }
}

async function prepareOurs(server: Waybill, { content }: Payload) {
  const sender = await Sender.proven(server)
  const plan = await sender.plan([{ path: 'film.mov', bytes: GIB }])
  const blob = plan.blobs[0]
  if (!blob) throw new Error('No blob was planned')
  const puts = sender.puts(plan, blob, content, 0, PART)
  return { connections: deal(puts, CONNECTIONS), check: () => sender.requireWhole(plan) }
}

function plainPuts({ port }: Server, path: string): WireRequest[][] {
  const parts = Array.from({ length: GIB / PART }, (_none, nth) => ({
    head: headOf('PUT', `${path}-${randomUUID()}`, `127.0.0.1:${port}`, { 'content-length': PART }),
    offset: nth * PART,
    bytes: PART,
  }))
  return deal(parts, CONNECTIONS)
}

/** tus accepts one part of an upload at a time: four uploads of a quarter each. */
async function prepareTus({ port }: Server) {
  const quarter = GIB / CONNECTIONS
  const connections: WireRequest[][] = []
  for (let nth = 0; nth < CONNECTIONS; nth += 1) {
    const created = await fetch(`http://127.0.0.1:${port}/files`, {
      method: 'POST',
      headers: { 'tus-resumable': '1.0.0', 'upload-length': String(quarter) },
    })
    const path = new URL(created.headers.get('location') ?? '', 'http://localhost').pathname
    connections.push(
      Array.from({ length: quarter / PART }, (_none, part) => ({
        head: headOf('PATCH', path, `127.0.0.1:${port}`, {
          'tus-resumable': '1.0.0',
          'content-type': 'application/offset+octet-stream',
          'upload-offset': part * PART,
          'content-length': PART,
        }),
        offset: nth * quarter + part * PART,
        bytes: PART,
      })),
    )
  }
  return { connections }
}

function report(entries: Array<{ name: string; rounds: Round[] }>): void {
  const [ours = Number.NaN, discard = Number.NaN, , tus = Number.NaN] = entries.map(({ name, rounds }) => {
    const cpu = median(rounds.map(({ own }) => own))
    const database = median(rounds.map((round) => round.database))
    row(name, {
      'MB/s': median(rounds.map(({ mbPerSecond }) => mbPerSecond)),
      'CPU-s/GiB': cpu,
      'database CPU-s/GiB': database > 0 ? database : null,
    })
    return cpu
  })
  judge('CPU per GiB against receive and discard', ours / discard, 'at most', 3)
  judge('CPU per GiB against @tus/server', ours / tus, 'at most', 1)
  note('Only Waybill checks sums, encrypts and syncs before it answers.')
}
