import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import { MailSink } from '../../apps/server/test/crash/mail-sink.ts'
import { withDatabase } from '../../apps/server/test/crash/with-database.ts'
import { LoadAccount } from '../../apps/server/test/nodes/load-account.ts'
import { type LoadPlace, makeVisitor } from '../../apps/server/test/nodes/load-site.ts'
import { NodeFarm } from '../../apps/server/test/nodes/node-farm.ts'
import { Pulse } from '../../apps/server/test/nodes/pulse.ts'
import { ensurePrograms } from '../../scripts/install/ensure-programs.ts'
import { cpuOf } from '../cpu-of.ts'
import { title } from '../report.ts'

const SECONDS = 10
const CALLERS = 12
/** Of each kind, for each node, before they count: a new process spends most of its CPU time on compiling. */
const FIRST_CALLS = 800
const COUNTS = [1, 3] as const

interface Figures {
  perSecond: number
  /** CPU time of all nodes for one, ms. */
  nodeMs: number
}

/** List calls and parts a second through nginx, of three nodes against one; nodes, database and callers share the cores. */
export async function nodes(): Promise<void> {
  ensurePrograms({ '/usr/sbin/nginx': 'nginx-light' }, 'The bench of nodes needs a balancer')
  title(`${COUNTS[1]} nodes against ${COUNTS[0]}, behind nginx, on one PostgreSQL (all share this machine)`)
  const found: Array<{ lists: Figures; parts: Figures }> = []
  for (const count of COUNTS) {
    const figures = await measure(count)
    found.push(figures)
    for (const [name, { perSecond, nodeMs }] of Object.entries(figures)) {
      console.log(
        `  ${count} node(s): ${perSecond.toFixed(0)} ${name} a second, ${nodeMs.toFixed(2)} ms of a node's CPU each`,
      )
    }
  }
  const [one, three] = found
  for (const name of ['lists', 'parts'] as const) {
    const ratio = (three?.[name].perSecond ?? 0) / (one?.[name].perSecond ?? 1)
    console.log(`  ${name}: ${COUNTS[1]} nodes carry ${ratio.toFixed(2)} times what one carries`)
  }
}

async function measure(count: number): Promise<{ lists: Figures; parts: Figures }> {
  const sink = await MailSink.open()
  try {
    return await withDatabase(async ({ url }) => {
      const settings = { DATABASE_URL: url, SMTP_URL: `smtp://127.0.0.1:${sink.port}`, S3_ENDPOINT: null }
      const farm = await NodeFarm.start(count, 'nginx', settings)
      try {
        const place: LoadPlace = { origin: farm.origin, sink, isOver: () => false }
        const lists = await callersOf(CALLERS, (nth) => listing(place, nth))
        const parts = await callersOf(CALLERS, (nth) => sendingParts(place, nth))
        return { lists: await rate(farm, lists), parts: await rate(farm, parts) }
      } finally {
        await farm.close()
      }
    })
  } finally {
    await sink.close()
  }
}

type Caller = () => Promise<void>

async function callersOf(count: number, make: (nth: number) => Promise<Caller>): Promise<Caller[]> {
  const callers: Caller[] = []
  for (let nth = 0; nth < count; nth += 1) callers.push(await make(nth))
  return callers
}

async function rate(farm: NodeFarm, callers: readonly Caller[]): Promise<Figures> {
  await makeFirstCalls(callers, FIRST_CALLS * farm.nodes.length)
  const cpu = () => farm.nodes.reduce((sum, { pid }) => sum + cpuOf(pid).own, 0)
  let done = 0
  const [began, cpuBefore] = [performance.now(), cpu()]
  const until = began + SECONDS * 1_000
  await Promise.all(
    callers.map(async (call) => {
      while (performance.now() < until) {
        await call()
        done += 1
      }
    }),
  )
  const seconds = (performance.now() - began) / 1_000
  return { perSecond: done / seconds, nodeMs: ((cpu() - cpuBefore) * 1_000) / done }
}

async function makeFirstCalls(callers: readonly Caller[], count: number): Promise<void> {
  let begun = 0
  await Promise.all(
    callers.map(async (call) => {
      while (begun++ < count) await call()
    }),
  )
}

async function listing(place: LoadPlace, nth: number): Promise<Caller> {
  const pulses = { lists: new Pulse('lists'), sessions: new Pulse('sessions'), streams: new Pulse('streams') }
  const account = await LoadAccount.open(place, pulses, nth)
  return async () => {
    await account.list()
    if (pulses.lists.broken.length > 0) throw new Error(pulses.lists.broken[0])
  }
}

/** Parts of 256 KiB, in order. */
async function sendingParts(place: LoadPlace, nth: number): Promise<Caller> {
  const bytes = randomBytes(262_144)
  const person = makeVisitor(place, `sender-${nth}@load.example`, `198.19.${nth}.7`)
  await person.prove()
  const draft = person.draft({ files: [{ path: 'file.bin', content: Buffer.alloc(0) }] })
  const [file] = draft.files
  const body = { ...draft, files: [{ ...file, bytes: 2_000_000_000 }] }
  const answer = await person.call('planTransfer', { body })
  if (answer.status !== 200) throw new Error(`planTransfer: ${answer.status} ${JSON.stringify(answer.body)}`)
  const plan = answer.body.plan as UploadPlan
  const path = plan.blobs[0]?.path ?? ''
  let offset = 0
  return async () => {
    const put = await person.fetch(path, {
      method: 'PUT',
      body: bytes,
      headers: {
        authorization: `Bearer ${plan.token}`,
        'content-type': 'application/octet-stream',
        'waybill-offset': String(offset),
        'waybill-crc32': String(crc32(bytes)),
      },
    })
    const text = await put.text()
    if (put.status !== 200) throw new Error(`A part was answered with ${put.status}: ${text}`)
    offset += bytes.length
  }
}
