import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RouteName, routes } from '@waybill/contract/core/routes'
import { judge, note, row, title } from '../report.ts'
import { startWaybill, type Waybill } from '../servers.ts'
import { askLoop, type Held } from './ask-loop.ts'
import { type Large, makeLarge } from './large-rows.ts'

const MOST_MS = 20
const ROUNDS = 3

interface Wanted {
  name: string
  path: string
  init: RequestInit
}

/** How long each call with its largest input blocks the event loop: nothing may block it for 20 ms. */
export async function eventLoop(): Promise<void> {
  title(`The longest hold of the event loop, call by call, with the largest input (CPU, at most ${MOST_MS} ms)`)
  const socket = join(tmpdir(), `waybill-loop-${process.pid}`)
  const env = { LOG_LEVEL: 'error', LOOP_SOCKET: socket, UPLOAD_PORTS: 'none' }
  await using server = await startWaybill({ env, preload: 'attacks/watch-loop.ts' })
  const large = await makeLarge(server)
  let worst = 0
  for (const call of wantedOf(server, large)) {
    const held = await measure(server, socket, call)
    worst = Math.max(worst, held.cpuMs)
    row(`${held.cpuMs > MOST_MS ? '! ' : '  '}${call.name}`, {
      status: held.status,
      'CPU ms': held.cpuMs,
      'delay ms': held.delayMs,
      'answer kB': held.bytes / 1_000,
    })
  }
  judge('the longest hold of all', worst, 'at most', MOST_MS, 'ms')
  note('Each call was made before, so that code is compiled; of three the least, since others use the processor too.')
}

async function measure(server: Waybill, socket: string, { path, init }: Wanted) {
  const rounds: Array<Held & { status: number; bytes: number }> = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    await askLoop(socket)
    const answer = await fetch(new URL(path, server.origin), { redirect: 'manual', ...init })
    const bytes = (await answer.arrayBuffer()).byteLength
    const held = await askLoop(socket)
    if (round > 0) rounds.push({ ...held, status: answer.status, bytes })
  }
  return rounds.sort((one, other) => one.cpuMs - other.cpuMs)[0] as (typeof rounds)[0]
}

function wantedOf(server: Waybill, { token, transfer, slug, recipient, user }: Large): Wanted[] {
  const as = { authorization: `Bearer ${token}`, origin: server.origin, 'x-forwarded-for': '203.0.113.9' }
  const known: Record<string, string> = { transfer, recipient }
  const call = (route: RouteName, body?: unknown, query = '', name = ''): Wanted => {
    const { method, path } = routes[route]
    const own = path.replaceAll(/:(\w+)/g, (_all, key: string) => known[key] ?? 'nothing')
    const json = body === undefined ? {} : { body: JSON.stringify(body) }
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    return { name: name || route, path: own + query, init: { method, headers: { ...as, ...type }, ...json } }
  }
  const page = (name: string, path: string, headers = {}): Wanted => ({
    name,
    path,
    init: { headers: { ...as, accept: 'text/html', ...headers } },
  })
  const reads = Object.entries(routes)
    .filter(([name, { method }]) => method === 'GET' && !['readReceipt', 'printReceipt', 'logOut'].includes(name))
    .map(([name]) => call(name as RouteName))
  const link = { slug, user }
  const mail = (nth: number) => ({ email: `new-${nth}@people.example`, name: `Person ${nth}`, company: 'Many' })
  return [
    page('the recipient’s page of 1,500 files', `/d/${slug}/${user}`),
    page('the same, packed', `/d/${slug}/${user}`, { 'accept-encoding': 'gzip' }),
    page('home', '/'),
    page('a page that is none', '/nowhere'),
    call('readReceipt'),
    call('printReceipt'),
    call('grantDownload', { ...link, files: 'all' }),
    call('planTransfer', draftOf(1_500, 20, mail)),
    { ...call('planTransfer', draftOf(10_000, 1_000, mail)), name: 'planTransfer of 10,000 files' },
    { ...call('importContacts', { csv: csvOf(45_000) }), name: 'importContacts, too many' },
    { ...call('importContacts', { csv: csvOf(9_000) }), name: 'importContacts of 9,000' },
    call('listTransfers', undefined, '?take=100', 'listTransfers, 100 rows'),
    call('listTransfers', undefined, `?slug=${slug}`, 'listTransfers of one'),
    call('listTransfers', undefined, '?q=sheet', 'listTransfers, search'),
    call('listContacts', undefined, '?take=200', 'listContacts, 200 rows'),
    call('listContacts', undefined, '?q=contact&take=200', 'listContacts, search'),
    ...reads,
  ]
}

const csvOf = (lines: number) =>
  [
    'email,name,company',
    ...Array.from({ length: lines }, (_none, nth) => `a-${nth}@list.example,Person ${nth},Co`),
  ].join('\n')

const draftOf = (files: number, people: number, mail: (nth: number) => unknown) => ({
  sendAs: 'email',
  emailTo: Array.from({ length: people }, (_none, nth) => mail(nth)),
  message: 'x'.repeat(2_000),
  expirySeconds: 604_800,
  files: Array.from({ length: files }, (_none, nth) => ({
    path: `project/part-${Math.floor(nth / 50)}/a-rather-long-name-of-a-sheet-${nth}.dwg`,
    bytes: 1_000 + nth,
    modifiedAt: 1_790_000_000_000,
    fingerprint: createHash('sha256').update(String(nth)).digest('hex'),
  })),
})
