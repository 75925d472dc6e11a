import { note, title } from '../report.ts'
import { type DoorName, doorNames } from './evidence-doors.ts'
import { type Kind, kinds } from './evidence-kinds.ts'
import type { Truth } from './evidence-programs.ts'
import { type Claim, EvidenceSite, type Place } from './evidence-site.ts'

/** How often each of the crowd comes to each door. */
const ROUNDS = Number(process.env.WAYBILL_BENCH_ROUNDS ?? 1)
/** Alone these doors, and these kinds by a part of their names, where they are named. */
const DOORS = (process.env.WAYBILL_BENCH_DOORS?.split(',') ?? doorNames) as readonly DoorName[]
const KINDS = (process.env.WAYBILL_BENCH_KINDS ?? '').split('|')
/** What can become of a doubt has become of it by then. */
const LAST_WORD_MS = 80_000

interface Try {
  kind: Kind
  door: DoorName
  place: Place
  truth: Truth
  isProxied: boolean
}

/** Downloads of every kind through every door, and what is said of each by the law. */
export async function evidenceCrowd(): Promise<void> {
  title('What is said of downloads: a crowd of readers')
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

/** At all doors at once; one browser at a time. */
async function meetAll(site: EvidenceSite, kind: Kind): Promise<Try[]> {
  const doors = DOORS.filter((door) => kind.doors.includes(door))
  const meetAt = (door: DoorName) =>
    meet(site, kind, door).catch((error) => {
      // A program that was refused has no truth of its own: it is told of, and counts for nothing.
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
  /** Less is claimed than they read, which had arrived. */
  isBelow: boolean
  doubtBytes: number
  seconds: number | null
  story: string
}

/** Of what a proxy was handed nothing may be said but that. */
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
