import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../apps/server/test/app/free-port.ts'
import { makePair, PairFiles, trust } from '../../apps/server/test/http/own-certificate.ts'
import { cpuOf } from '../cpu-of.ts'
import { startNginx } from '../nginx.ts'
import { judge, mb, median, note, row, title } from '../report.ts'
import { type Server, startWaybill, type Waybill } from '../servers.ts'
import { GIB, MIB, makePayload, type Payload, sha256Of } from '../uploads/payload.ts'
import { Sender } from '../uploads/sender.ts'
import { deal, drive, headOf, type WireRequest } from '../wire.ts'

const ROUNDS = 5

interface Source {
  name: string
  server: Server
  tls: boolean
  get: WireRequest
}

interface Figure {
  speed: number
  cpu: number
}

/**
 * The same 1 GiB file over TLS from Waybill and from nginx, with the same certificate, client and cipher; and Waybill's
 * without TLS.
 */
export async function tlsDownloads(): Promise<void> {
  title('Download over TLS on loopback: one file of 1 GiB')
  const pair = await makePair()
  trust(pair.chain)
  const files = await PairFiles.make(pair)
  await using payload = await makePayload(GIB)
  await using ours = await startSecure(files)
  await using plain = await startWaybill()
  await using nginx = await startNginx(files)
  await symlink(payload.file, join(nginx.dir, 'files/film.mov'))
  const sources: Source[] = [
    { name: 'Waybill over TLS', server: ours, tls: true, get: getFrom(ours.host, await store(ours, payload, true)) },
    { name: 'nginx over TLS', server: nginx, tls: true, get: getFrom(`localhost:${nginx.port}`, '/film.mov') },
    {
      name: 'Waybill without TLS',
      server: plain,
      tls: false,
      get: getFrom(plain.host, await store(plain, payload, false)),
    },
  ]
  const ciphers = new Set<string>()
  for (const { name, server, get, tls } of sources) {
    const { sha256, ...done } = await drive({ port: server.port, tls, hash: true, connections: [[get]] })
    if (sha256 !== sha256Of(payload.content)) throw new Error(`${name} sent other bytes`)
    for (const cipher of done.ciphers) ciphers.add(cipher)
  }
  if (ciphers.size !== 1) throw new Error(`The ciphers differ: ${[...ciphers].join(', ')}`)
  await compare(sources)
  note(`Both spoke ${[...ciphers][0]}. nginx decrypts nothing at rest; what that costs us is in the last line.`)
  await files.remove()
}

async function compare(sources: readonly Source[]): Promise<void> {
  const figures = new Map<string, Figure[]>(sources.map(({ name }) => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const source of sources) figures.get(source.name)?.push(await fetchOnce(source))
  }
  const [ours = Number.NaN, nginx = Number.NaN, plain = Number.NaN] = sources.map(({ name }) => {
    const rounds = figures.get(name) ?? []
    const cpu = median(rounds.map((round) => round.cpu))
    row(name, { 'MB/s': median(rounds.map(({ speed }) => speed)), 'CPU-s/GiB': cpu })
    return cpu
  })
  judge('CPU per GiB over TLS against nginx over TLS', ours / nginx, 'at most', 2)
  judge('CPU per GiB that TLS adds, against all of nginx over TLS', (ours - plain) / nginx, 'at most', 1)
}

async function fetchOnce({ server, get, tls }: Source): Promise<Figure> {
  const before = cpuOf(server.pid).own
  const { seconds, bytes } = await drive({ port: server.port, tls, connections: [[get]] })
  if (bytes !== GIB) throw new Error(`${bytes} bytes came instead of ${GIB}`)
  return { speed: mb(bytes, seconds), cpu: cpuOf(server.pid).own - before }
}

async function startSecure({ env }: PairFiles): Promise<Waybill> {
  const port = `${await freePort()}`
  const urls = { PORT: port, HOST: '127.0.0.1', PUBLIC_URL: `https://localhost:${port}`, HTTP_PORT: 'off' }
  return startWaybill({ env: { ...urls, ...env } })
}

const getFrom = (host: string, path: string): WireRequest => ({ head: headOf('GET', path, host, {}) })

/** Sends the file to a recipient; resolves with the path of the recipient's link. */
async function store(server: Waybill, { file, content }: Payload, tls: boolean): Promise<string> {
  const sender = await Sender.proven(server)
  const plan = await sender.plan([{ path: 'film.mov', bytes: content.length }])
  const requests = plan.blobs.flatMap((blob) => sender.puts(plan, blob, content, 0, 8 * MIB))
  await drive({ port: server.port, tls, file, connections: deal(requests, 4) })
  const [link] = await sender.settled(await sender.save(plan))
  if (link?.sha256 !== sha256Of(content)) throw new Error('The server stored other bytes')
  return new URL(link.url, server.origin).pathname
}
