import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { cpuOf } from '../cpu-of.ts'
import { startNginx } from '../nginx.ts'
import { judge, mb, median, note, row, title } from '../report.ts'
import { type Server, startWaybill, type Waybill } from '../servers.ts'
import { GIB, MIB, makePayload, type Payload, sha256Of } from '../uploads/payload.ts'
import { Sender } from '../uploads/sender.ts'
import { deal, drive, headOf, type WireRequest } from '../wire.ts'

const ROUNDS = 3

interface Source {
  name: string
  server: Server
  /** A GET of the file, or of a range of it. */
  get(range?: string): WireRequest
}

/** The same 1 GiB file sent by Waybill, from its encrypted records, and by nginx from a plain file. */
export async function downloadLoopback(): Promise<void> {
  title('Download on loopback: one file of 1 GiB')
  await using payload = await makePayload(GIB)
  await using ours = await startWaybill()
  await using nginx = await startNginx()
  const path = await store(ours, payload)
  await symlink(payload.file, join(nginx.dir, 'files/film.mov'))
  const sources = [
    { name: 'Waybill (encrypted at rest)', server: ours, get: getFrom(ours.host, path) },
    { name: 'nginx, sendfile', server: nginx, get: getFrom(`127.0.0.1:${nginx.port}`, '/film.mov') },
  ]
  const sum = sha256Of(payload.content)
  for (const { name, server, get } of sources) {
    const { sha256 } = await drive({ port: server.port, hash: true, connections: [[get()]] })
    if (sha256 !== sum) throw new Error(`${name} sent other bytes`)
  }
  for (const connections of [1, 4]) await compare(sources, connections)
}

async function compare(sources: Source[], connections: number): Promise<void> {
  const figures = new Map<string, Array<{ speed: number; cpu: number }>>(sources.map(({ name }) => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const source of sources) figures.get(source.name)?.push(await fetchOnce(source, connections))
  }
  const [ours = Number.NaN, nginx = Number.NaN] = sources.map(({ name }) => {
    const rounds = figures.get(name) ?? []
    const speed = median(rounds.map((round) => round.speed))
    row(`${name}, ${connections} connection(s)`, { 'MB/s': speed, 'CPU-s/GiB': median(rounds.map(({ cpu }) => cpu)) })
    return speed
  })
  judge('MB/s against nginx', ours / nginx, 'at least', 0.5)
  if (connections === 1) note('nginx decrypts nothing and copies nothing: sendfile from the page cache.')
}

async function fetchOnce({ server, get }: Source, connections: number): Promise<{ speed: number; cpu: number }> {
  const share = GIB / connections
  const ranges = Array.from({ length: connections }, (_none, nth) =>
    get(connections === 1 ? undefined : `bytes=${nth * share}-${(nth + 1) * share - 1}`),
  )
  const before = cpuOf(server.pid).own
  const { seconds, bytes } = await drive({ port: server.port, connections: deal(ranges, connections) })
  if (bytes !== GIB) throw new Error(`${bytes} bytes came instead of ${GIB}`)
  return { speed: mb(bytes, seconds), cpu: cpuOf(server.pid).own - before }
}

const getFrom = (host: string, path: string) => (range?: string) => ({
  head: headOf('GET', path, host, range ? { range } : {}),
})

/** Sends the file to a recipient; resolves with the path of the recipient's link. */
async function store(server: Waybill, { file, content }: Payload): Promise<string> {
  const sender = await Sender.proven(server)
  const plan = await sender.plan([{ path: 'film.mov', bytes: content.length }])
  const requests = plan.blobs.flatMap((blob) => sender.puts(plan, blob, content, 0, 8 * MIB))
  await drive({ port: server.port, file, connections: deal(requests, 4) })
  const [link] = await sender.settled(await sender.save(plan))
  if (link?.sha256 !== sha256Of(content)) throw new Error('The server stored other bytes')
  return new URL(link.url, server.origin).pathname
}
