/**
 * Kills one part after the other of an installation under load, and checks what docs/scale.md promises: no acknowledged
 * byte lost, no session lost, no answer 500, and everything goes on.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { MailSink } from '../crash/mail-sink.ts'
import { CephStore } from './ceph-store.ts'
import { Load } from './load.ts'
import { type FrontName, NodeFarm } from './node-farm.ts'
import { PatroniCluster } from './patroni-cluster.ts'

/** How long pauses are counted after each loss, and before the first one: longer than any of them. */
const WATCH_MS = 25_000
const CALM_MS = 10_000
const GATEWAY_AWAY_MS = 8_000
const STILL_MS = 20_000

interface FailoverOptions {
  store: 's3' | 'disk'
  front: FrontName
  /** Names of losses; all by default. */
  only?: readonly string[]
  say(line: string): void
}

/** The longest pause of each kind of work while something was lost, in milliseconds. */
type Pauses = Record<keyof Load['pulses'], number>

export interface FailoverReport {
  pauses: Array<{ loss: string } & Pauses>
  acknowledgedParts: number
  transfers: number
  /** Answers by their status, over all kinds of work. */
  answers: Record<string, number>
  broken: string[]
}

interface Site {
  cluster: PatroniCluster
  store: CephStore | null
  farm: NodeFarm
  load: Load
}

/** `strike` resolves once what was lost is replaced or back; `restore` then makes everything whole again. */
interface Loss {
  name: string
  needsStore?: boolean
  strike(site: Site): Promise<void>
  restore?(site: Site): Promise<void>
}

const whole = async ({ cluster }: Site) => {
  cluster.restore()
  await cluster.isWhole()
}

const firstOf = ({ farm }: Site) => {
  const [node] = farm.nodes
  if (node === undefined) throw new Error('A farm has a node')
  return node
}

const losses: readonly Loss[] = [
  {
    name: "the database's leader",
    async strike({ cluster, load }) {
      const askAgain = await load.loseAnswer()
      load.mark()
      await cluster.isLedByOther(await cluster.killLeader())
      await askAgain()
    },
    restore: whole,
  },
  { name: "the database's standby", strike: async ({ cluster }) => void (await cluster.killStandby()), restore: whole },
  { name: 'one of three etcd', strike: ({ cluster }) => cluster.killEtcd(), restore: whole },
  {
    name: 'a node',
    strike: (site) => firstOf(site).kill(false),
    restore: async (site) => void (await firstOf(site).start()),
  },
  {
    name: 'a node, stopped in order',
    strike: async (site) => void (await firstOf(site).stop()),
    restore: async (site) => void (await firstOf(site).start()),
  },
  {
    name: 'a node that stands still for 20 s',
    async strike(site) {
      site.farm.pause(firstOf(site))
      await pause(STILL_MS)
      site.farm.resume(firstOf(site))
    },
  },
  {
    name: 'the S3 gateway, for 8 s',
    needsStore: true,
    async strike({ store }) {
      store?.killGateway()
      await pause(GATEWAY_AWAY_MS)
      store?.startGateway()
    },
  },
]

export async function runFailovers({ store: kind, front, only, say }: FailoverOptions): Promise<FailoverReport> {
  const chosen = losses.filter(
    ({ name, needsStore = false }) =>
      (kind === 's3' || !needsStore) && (only === undefined || only.some((part) => name.includes(part))),
  )
  const sink = await MailSink.open()
  const closers: Array<() => unknown> = [() => sink.close()]
  try {
    const cluster = await PatroniCluster.start()
    closers.push(() => cluster.close())
    say('the database has a leader and a synchronous standby')
    const store = kind === 's3' ? await CephStore.start() : null
    closers.push(() => store?.close())
    const farm = await NodeFarm.start(2, front, {
      DATABASE_URL: cluster.url,
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
      S3_ENDPOINT: store?.endpoint ?? null,
    })
    closers.push(() => farm.close())
    say(`two nodes behind ${front}, files ${store === null ? 'in a shared folder' : 'on Ceph'}`)
    return await strikeAll({ cluster, store, farm, load: new Load(farm.origin, sink) }, chosen, say)
  } finally {
    for (const close of closers.toReversed()) await close()
  }
}

async function strikeAll(site: Site, chosen: readonly Loss[], say: FailoverOptions['say']): Promise<FailoverReport> {
  const { load } = site
  const pauses: FailoverReport['pauses'] = []
  await load.start()
  load.mark()
  await pause(CALM_MS)
  pauses.push({ loss: 'nothing', ...pausesOf(load) })
  for (const loss of chosen) {
    say(`loses ${loss.name}`)
    const checkHeld = load.senders.noteHeld()
    load.mark()
    await Promise.all([loss.strike(site), pause(WATCH_MS)])
    await load.goesOn()
    pauses.push({ loss: loss.name, ...pausesOf(load) })
    await checkHeld()
    await loss.restore?.(site)
    await load.goesOn()
  }
  const broken = await load.stop()
  const { transfers, acknowledgedParts } = load.senders.report
  const bugs = site.farm.bugs.map((line) => `a node's log: ${line.slice(0, 300)}`)
  const [node] = site.farm.nodes
  await Promise.all(site.farm.nodes.map((one) => one.stop()))
  const findings = (node?.fsck() ?? []).map((finding) => `fsck: ${JSON.stringify(finding)}`)
  return { pauses, transfers, acknowledgedParts, answers: answersOf(load), broken: [...broken, ...bugs, ...findings] }
}

const pausesOf = ({ pulses }: Load): Pauses => ({
  parts: pulses.parts.longestMs,
  downloads: pulses.downloads.longestMs,
  lists: pulses.lists.longestMs,
  sessions: pulses.sessions.longestMs,
  streams: pulses.streams.longestMs,
})

function answersOf({ pulses }: Load): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { answers } of Object.values(pulses)) {
    for (const [status, count] of answers) sums[status] = (sums[status] ?? 0) + count
  }
  return sums
}
