import { randomFillSync } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { type RouteName, routes } from '@waybill/contract/core/routes'
import { queryBeside } from '../../apps/server/test/database/query-beside.ts'
import { type CrowdReader, crowdOf, type Truth } from '../../apps/server/test/transfers/crowd.ts'
import { judge, note, row, title } from '../report.ts'
import { type Server, startPeer, startWaybill, type Waybill } from '../servers.ts'
import { Sender } from '../uploads/sender.ts'
import type { Counted } from './counting-server.ts'
import { crowdReader } from './crowd-reader.ts'

const FILE_BYTES = 3_000_000
const actors = crowdOf(FILE_BYTES)

/** What a server counted for one actor: openings and finished downloads of files. */
interface Count {
  opened: number
  finished: number
}

interface Played {
  truths: Truth[]
  /** What each way of counting made of the crowd, one count per actor. */
  ways: Map<string, Count[]>
}

/**
 * The crowd of mail gateways, previews, download managers and people, run against Waybill and against a server with the
 * usual counters.
 */
export async function crowd(): Promise<void> {
  title(`The crowd: ${actors.length} who come by a link, of whom some are machines and some stop half-way`)
  const contents = [0, 1, 2].map(() => randomFillSync(Buffer.alloc(FILE_BYTES)))
  const ours = await playAtWaybill(contents)
  const peer = await playAtPeer(contents)
  const [error] = show(ours)
  const others = show(peer)
  const best = Math.min(...others)
  judge('our error in finished downloads', error ?? Number.NaN, 'at most', 0)
  judge('the best other way of counting', best, 'at least', 0.1)
  note('Error: the sum of what was counted too much and too little of each, over what people really did.')
}

async function playAtWaybill(contents: Buffer[]): Promise<Played> {
  await using server = await startWaybill()
  const links: Array<{ slug: string; user: string }> = []
  for (const _actor of actors) links.push(await sendOne(server, contents))
  // A visitor within seconds of the mail counts as a gateway; people come later.
  await queryBeside(server.dir, `update transfers set sent_at = sent_at - interval '2 minutes'`)
  const truths = await Promise.all(actors.map(({ act }, nth) => act(waybillReader(server, links[nth], nth))))
  await settled(server)
  const counts = links.map(({ slug }) => countOf(server, slug))
  return { truths, ways: new Map([['Waybill', await Promise.all(counts)]]) }
}

/** One transfer of three files to one recipient. */
async function sendOne(server: Waybill, contents: Buffer[]): Promise<{ slug: string; user: string }> {
  const sender = await Sender.proven(server)
  const plan = await sender.plan(contents.map(({ length }, nth) => ({ path: `plans/${nth}.bin`, bytes: length })))
  const whole = Buffer.concat(contents)
  let at = 0
  for (const { path, bytes } of plan.blobs) {
    const body = new Uint8Array(whole.subarray(at, at + bytes))
    at += bytes
    const headers = {
      origin: server.origin,
      authorization: `Bearer ${plan.token}`,
      'content-type': 'application/octet-stream',
      'waybill-offset': '0',
      'waybill-crc32': String(crc32(body)),
    }
    const put = await fetch(new URL(path ?? '', server.origin), { method: 'PUT', headers, body })
    if (!put.ok) throw new Error(`A part was refused: ${put.status} ${await put.text()}`)
  }
  return sender.complete(plan)
}

function waybillReader(server: Waybill, link: { slug: string; user: string } | undefined, nth: number): CrowdReader {
  const { slug = '', user = '' } = link ?? {}
  const call = async (name: RouteName, body: object, headers: Record<string, string>) => {
    const sent = { ...headers, origin: server.origin, 'content-type': 'application/json' }
    const { method, path } = routes[name]
    const answer = await fetch(new URL(path, server.origin), { method, headers: sent, body: JSON.stringify(body) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  return crowdReader({
    origin: server.origin,
    path: `/d/${slug}/${user}`,
    ip: ipOf(nth),
    link: { slug, user },
    report: (headers) => call('reportOpened', { slug, user }, headers),
    async press(headers) {
      const { grant } = await call('grantDownload', { slug, user, files: 'all' }, headers)
      const { links } = await call('describeDownload', { grant }, headers)
      return { links, zip: await call('planZip', { grant, files: 'all' }, headers) }
    },
  })
}

const ipOf = (nth: number) => `198.51.${100 + nth}.7`

/** Waits until no download runs, and until the server has recorded the broken ones. */
async function settled({ dir }: Server): Promise<void> {
  for (let still = 0; still < 5; ) {
    const running = await queryBeside(dir, 'select 1 from sendings where node_id is not null limit 1')
    still = running.length === 0 ? still + 1 : 0
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** What the ledger says that people did. */
async function countOf({ dir }: Server, slug: string): Promise<Count> {
  const [count] = await queryBeside<Count>(
    dir,
    `select count(distinct recipient_id) filter (where kind = 'opened')::int as opened,
       coalesce(sum(coalesce(jsonb_array_length(files), 1)) filter (where kind = 'finished'), 0)::int as finished
     from events join transfers on transfers.id = transfer_id where slug = $1 and actor_kind = 'human'`,
    [slug],
  )
  return count ?? { opened: 0, finished: 0 }
}

async function playAtPeer(contents: Buffer[]): Promise<Played> {
  const dir = await mkdtemp(join(tmpdir(), 'waybill-bench-'))
  await Promise.all(contents.map((content, nth) => writeFile(join(dir, `${nth}.bin`), content)))
  await using server = await startPeer('downloads/counting-server.ts', { dir })
  const origin = `http://127.0.0.1:${server.port}`
  const truths = await Promise.all(actors.map(({ act }, nth) => act(peerReader(origin, nth))))
  const counted = (await (await fetch(new URL('/counts', origin))).json()) as Counted[]
  const by = (is: (one: Counted) => boolean, isOnce: boolean) =>
    actors.map((_actor, nth) =>
      tally(
        counted.filter((one) => one.who === String(nth) && is(one)),
        isOnce,
      ),
    )
  return {
    truths,
    ways: new Map([
      ['Every request', by(() => true, false)],
      ['isbot, every request', by(({ isBot }) => !isBot, false)],
      ['isbot, every finished answer', by(({ isBot, isFinished }) => !isBot && isFinished, false)],
      ['isbot, finished, once a person', by(({ isBot, isFinished }) => !isBot && isFinished, true)],
    ]),
  }
}

function peerReader(origin: string, nth: number): CrowdReader {
  const path = `/p/${nth}`
  const links = [0, 1, 2].map((file) => ({ url: `${path}/file/${file}` }))
  const press = async () => ({ links, zip: { url: `${path}/zip` } })
  return crowdReader({ origin, path, ip: ipOf(nth), link: {}, press, report: null })
}

/** `isOnce`: each file, and the page, counts once. */
function tally(counted: readonly Counted[], isOnce: boolean): Count {
  const pages = counted.filter(({ files }) => files.length === 0).length
  const files = counted.flatMap((one) => one.files)
  return isOnce
    ? { opened: Math.min(1, pages), finished: new Set(files).size }
    : { opened: pages, finished: files.length }
}

/**
 * Prints the error of each way of counting against what people really did; returns the errors in finished downloads.
 */
function show({ truths, ways }: Played): number[] {
  return [...ways].map(([way, counts]) => {
    const errorOf = (key: keyof Count, done: (truth: Truth) => number) => {
      const off = truths.reduce((sum, truth, nth) => sum + Math.abs((counts[nth]?.[key] ?? 0) - done(truth)), 0)
      return off / truths.reduce((sum, truth) => sum + done(truth), 0)
    }
    const finished = errorOf('finished', (truth) => truth.finished.length)
    const right = truths.filter(({ finished: done }, nth) => counts[nth]?.finished === done.length).length
    row(way, {
      'error in downloads': finished,
      'error in openings': errorOf('opened', ({ hasOpened }) => Number(hasOpened)),
      'counted right': `${right} of ${truths.length}`,
    })
    return finished
  })
}
