import { randomBytes } from 'node:crypto'
import { Agent } from 'node:http'
import { connect, type Socket } from 'node:net'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { judge, median, note, percentile, row, title } from '../report.ts'
import { startWaybill, type Waybill } from '../servers.ts'
import { Sender } from '../uploads/sender.ts'
import { type AttackRequest, ask } from './ask.ts'
import { heavyPdf } from './heavy-pdf.ts'
import { type Large, makeLarge } from './large-rows.ts'
import { others } from './other-people.ts'

const SECONDS = Number(process.env.ATTACK_SECONDS ?? 10)
const MOST_MS = 300
const SILENT = 6_000
/** One address, and one account. */
const ATTACKER = { 'x-forwarded-for': '198.51.100.66' }

interface Setup {
  server: Waybill
  large: Large
  until: number
}

/** One attack that lasts until `until`; returns the results of its calls. */
type Attack = (setup: Setup) => Promise<Record<string, number>>

const attacks: Record<string, Attack> = {
  'S1 50 heavy PDFs are sent': heavyPdfs,
  'S4 lists of contacts of 2 MB': (setup) => flood(setup, 8, importOf(setup)),
  'S4 the page of 1,500 files': (setup) => flood(setup, 50, ({ large }) => get(`/d/${large.slug}/${large.user}`)),
  'S4 /-/openapi.json': (setup) => flood(setup, 50, () => get('/-/openapi.json')),
  'S4 receipts of 1,500 files, as PDF': (setup) =>
    flood(setup, 12, ({ large }) =>
      owned(large, `/transfers/${large.transfer}/receipts/${large.recipient}/receipt.pdf`),
    ),
  'S8 silent connections': silentLines,
  'bodies that dribble': slowBodies,
  'wrong passwords': (setup) => flood(setup, 50, () => wrongPassword()),
}

/** How long other people's calls take while one address and one account do their worst, attack by attack. */
export async function attacked(): Promise<void> {
  title(`Other people's calls under attack, ${SECONDS} s each (p99 at most ${MOST_MS} ms on two quiet cores)`)
  const [load = 0] = loadavg()
  note(`load before: ${load.toFixed(1)}`)
  // Loopback is the proxy that reports networks; silent connections come from addresses that are no proxy.
  await using server = await startWaybill({ env: { TRUSTED_PROXIES: '127.0.0.1/32', HOST: '0.0.0.0' } })
  const large = await makeLarge(server)
  await others(server, 2)
  tell('idle', await others(server, SECONDS), {})
  for (const [name, attack] of Object.entries(attacks)) {
    const setup = { server, large, until: performance.now() + (SECONDS + 1) * 1_000 }
    const attacking = attack(setup)
    await pause(500)
    const taken = await others(server, SECONDS)
    tell(name, taken, await attacking)
    judge(`p99 under '${name}'`, percentile(taken, 0.99), 'at most', MOST_MS, 'ms')
    // The server finishes the work that the attack began.
    await pause(3_000)
  }
}

function tell(name: string, taken: readonly number[], codes: Record<string, number>): void {
  const [load = 0] = loadavg()
  const figures = { calls: taken.length, 'p50 ms': median(taken), 'p99 ms': percentile(taken, 0.99), load }
  row(name, { ...figures, ...Object.fromEntries(Object.entries(codes).map(([code, count]) => [`[${code}]`, count])) })
}

const get = (path: string): AttackRequest => ({ method: 'GET', path, headers: ATTACKER })
const owned = ({ token }: Large, path: string): AttackRequest => ({
  method: 'GET',
  path,
  headers: { ...ATTACKER, authorization: `Bearer ${token}` },
})

function importOf({ server, large }: Setup): () => AttackRequest {
  const lines = Array.from({ length: 19_000 }, (_none, nth) => `a-${nth}@list.example,${'Person '.repeat(11)}${nth}`)
  const body = JSON.stringify({ csv: ['email,name', ...lines].join('\n') })
  const headers = { ...owned(large, '').headers, origin: server.origin, 'content-type': 'application/json' }
  return () => ({ method: 'POST', path: '/importContacts', headers, body })
}

function wrongPassword(): AttackRequest {
  const body = JSON.stringify({ email: `nobody-${randomBytes(4).toString('hex')}@example.com`, password: 'a guess' })
  const headers = { ...ATTACKER, referer: 'http://localhost', 'content-type': 'application/json' }
  return { method: 'POST', path: '/combinedAuth', headers, body }
}

/** Keeps this many calls running; each is followed by the next, whatever the answer. */
async function flood(
  setup: Setup,
  atOnce: number,
  requestOf: (setup: Setup) => AttackRequest,
): Promise<Record<string, number>> {
  const codes: Record<string, number> = {}
  const agent = new Agent({ keepAlive: true })
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < setup.until) {
        const request = requestOf(setup)
        const own = request.method === 'POST' ? { origin: setup.server.origin } : {}
        const status = await ask(setup.server, agent, { ...request, headers: { ...request.headers, ...own } }).catch(
          () => 'none',
        )
        codes[status] = (codes[status] ?? 0) + 1
        if (status === 429 || status === 503) await pause(50)
      }
    }),
  )
  agent.destroy()
  return codes
}

async function heavyPdfs({ server }: Setup): Promise<Record<string, number>> {
  const sender = await Sender.proven(server)
  const content = heavyPdf()
  const files = Array.from({ length: 50 }, (_none, nth) => ({ path: `heavy-${nth}.pdf`, bytes: content.length }))
  const plan = await sender.plan(files)
  const all = Buffer.concat(files.map(() => content))
  for (const blob of plan.blobs) {
    const at = (blob.members[0]?.file ?? 0) * content.length
    for (const { head, offset = 0, bytes = 0 } of sender.puts(plan, blob, all, at)) {
      await sendRaw(server, head, all.subarray(offset, offset + bytes))
    }
  }
  await sender.call('completeTransfer', { upload: plan.upload, token: plan.token })
  return { sent: files.length }
}

function sendRaw({ port }: Waybill, head: Buffer | string, body: Buffer): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = connect(port, '127.0.0.1', () => {
    socket.write(head)
    socket.write(body)
  })
  socket.once('data', () => {
    socket.destroy()
    resolve()
  })
  socket.once('error', reject)
  return promise
}

/** From two addresses that are no proxy: a new connection replaces each closed one. */
async function silentLines({ server, until }: Setup): Promise<Record<string, number>> {
  const held = new Set<Socket>()
  let opened = 0
  while (performance.now() < until) {
    for (let nth = 0; nth < 100 && held.size < SILENT; nth += 1) {
      const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: `127.0.${1 + (opened % 2)}.2` })
      opened += 1
      held.add(socket)
      socket.on('error', () => {}).once('close', () => held.delete(socket))
    }
    await pause(10)
  }
  const left = held.size
  for (const socket of held) socket.destroy()
  return { opened, left }
}

async function slowBodies({ server, until }: Setup): Promise<Record<string, number>> {
  const head = [
    'POST /verifyEmail HTTP/1.1',
    `Host: ${server.host}`,
    `Origin: ${server.origin}`,
    'X-Forwarded-For: 198.51.100.66',
    'Content-Type: application/json',
    'Content-Length: 60000',
  ]
  const sockets = Array.from({ length: 500 }, () => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(`${head.join('\r\n')}\r\n\r\n`))
    return socket.on('error', () => {})
  })
  while (performance.now() < until) {
    for (const socket of sockets) socket.write('x')
    await pause(200)
  }
  for (const socket of sockets) socket.destroy()
  return { slow: sockets.length }
}
