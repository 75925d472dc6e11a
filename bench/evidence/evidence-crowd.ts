import { ensurePrograms } from '../../scripts/install/ensure-programs.ts'
import { ensureDocumentedProxies } from '../../scripts/install/ensure-proxies.ts'
import { note, title } from '../report.ts'
import { type DoorName, doorNames } from './evidence-doors.ts'
import { type Kind, kinds } from './evidence-kinds.ts'
import type { Truth } from './evidence-programs.ts'
import { type Claim, EvidenceSite, type Place } from './evidence-site.ts'

/** How often each kind of client comes to each door. */
const ROUNDS = Number(process.env.WAYBILL_BENCH_ROUNDS ?? 1)
/** Only these doors, and kinds whose names contain one of these parts, where the variables name any. */
const DOORS = (process.env.WAYBILL_BENCH_DOORS?.split(',') ?? doorNames) as readonly DoorName[]
const KINDS = (process.env.WAYBILL_BENCH_KINDS ?? '').split('|')
/** By then every doubt is settled. */
const LAST_WORD_MS = 80_000

const READERS = { 'firefox-esr': 'firefox-esr', curl: 'curl', wget: 'wget', python3: 'python3', aria2c: 'aria2' }

interface Try {
  kind: Kind
  door: DoorName
  place: Place
  truth: Truth
  isProxied: boolean
}

/** Downloads of every kind through every door, and what the rules of evidence say about each. */
export async function evidenceCrowd(): Promise<void> {
  title('What is said of downloads: a crowd of readers')
  ensureDocumentedProxies()
  ensurePrograms(READERS, 'The crowd reads with them')
  await using site = await EvidenceSite.start(DOORS)
  const tries: Try[] = []
  const asked = kinds.filter(({ name }) => KINDS.some((part) => name.includes(part)))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const kind of asked) tries.push(...(await meetAll(site, kind)))
  }
  await new Promise((resolve) => setTimeout(resolve, LAST_WORD_MS))
  const judged = new Map<string, Judged[]>()
  for (const one of tries) {
    const name = `${one.kind.name} · ${one.isProxied ? 'proxies' : one.door}`
    judged.set(name, [...(judged.get(name) ?? []), judge(one, await site.claim(one.place))])
  }
  tell(judged)
}

/** At all doors at the same time; one browser at a time. */
async function meetAll(site: EvidenceSite, kind: Kind): Promise<Try[]> {
  const doors = DOORS.filter((door) => kind.doors.includes(door))
  const meetAt = (door: DoorName) =>
    meet(site, kind, door).catch((error) => {
      // The truth about a refused program is unknown: the bench reports it and does not count it.
      note(`${kind.name} at ${door} came to nothing: ${error instanceof Error ? error.message : error}`)
      return null
    })
  const tries: Array<Try | null> = []
  if (kind.isHeavy) for (const door of doors) tries.push(await meetAt(door))
  else tries.push(...(await Promise.all(doors.map(meetAt))))
  return tries.filter((one) => one !== null)
}

async function meet(site: EvidenceSite, kind: Kind, name: DoorName): Promise<Try> {
  const place = await site.place(Math.round(kind.bytes))
  const door = site.door(name)
  const truth = await kind.act({ door, place })
  const endedAt = 'endedAt' in truth ? (truth.endedAt as number) : Date.now()
  return { kind, door: name, place, truth: { ...truth, endedAt }, isProxied: door.isProxied }
}

interface Judged {
  isRight: boolean
  isFalse: boolean
  isMissed: boolean
  isAbove: boolean
  /** The server claims fewer bytes than they read, and those had arrived. */
  isBelow: boolean
  doubtBytes: number
  seconds: number | null
  story: string
}

/** Where a proxy took the bytes, the server may say only that it handed them over. */
function judge({ kind, door, place, truth, isProxied }: Try, claim: Claim): Judged {
  const unread = place.bytes - truth.readBytes
  const seconds = claim.finishedAt === null ? null : (claim.finishedAt.getTime() - truth.endedAt) / 1_000
  const isWrongKind = claim.finishedAt !== null && claim.evidence !== (isProxied ? 'handed-over' : 'received')
  const isTooMuch = claim.finishedAt !== null && !isProxied && (unread > claim.doubtBytes || truth.isUnsaid === true)
  const isDue = unread === 0 && truth.isUnsaid !== true
  const isFalse = isWrongKind || isTooMuch
  const isMissed = isDue && (seconds === null || seconds > kind.withinSeconds)
  const isAbove = !isProxied && truth.arrivedBytes !== null && claim.bytes > truth.arrivedBytes
  const isBelow = !isProxied && claim.bytes < truth.readBytes
  const story = `${kind.name} at ${door}: ${JSON.stringify({ ...truth, bytes: place.bytes, claim, seconds })}`
  const isRight = isDue && claim.finishedAt !== null && !isFalse
  return { isRight, isFalse, isMissed, isAbove, isBelow, doubtBytes: claim.doubtBytes, seconds, story }
}

function tell(judged: ReadonlyMap<string, readonly Judged[]>): void {
  const count = (all: readonly Judged[], of: (one: Judged) => boolean) => all.filter(of).length
  const line = (name: string, all: readonly Judged[]) => {
    const slowest = Math.max(
      ...all.map(({ isRight, seconds }) => (isRight ? (seconds ?? 0) : Number.NEGATIVE_INFINITY)),
    )
    const cells = [
      all.length,
      count(all, ({ isRight }) => isRight),
      count(all, ({ isFalse }) => isFalse),
      count(all, ({ isMissed }) => isMissed),
      count(all, ({ isAbove }) => isAbove),
      count(all, ({ isBelow }) => isBelow),
      Math.max(...all.map(({ doubtBytes }) => doubtBytes)),
      Number.isFinite(slowest) ? `${slowest.toFixed(1)} s` : '–',
    ]
    console.log(`${name.padEnd(66)} ${cells.map((cell) => `${cell}`.padStart(10)).join(' ')}`)
  }
  const heads = ['tries', 'rightly', 'falsely', 'missed', 'too much', 'too little', 'doubt', 'slowest']
  console.log(`${''.padEnd(66)} ${heads.map((head) => head.padStart(10)).join(' ')}`)
  for (const [name, all] of judged) line(name, all)
  const all = [...judged.values()].flat()
  line('all', all)
  const wrong = all.filter((one) => one.isFalse || one.isMissed || one.isAbove || one.isBelow)
  for (const { story } of wrong) note(story)
  if (wrong.length > 0) process.exitCode = 1
}
