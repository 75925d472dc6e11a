/** Players: they open a file, leave it unread in their system's buffer, and jump to other parts of it. */
import { type Act, exactly, type Meeting, type ReadOptions, united } from './evidence-programs.ts'

const LONGEST_HOLD = 0.6
const SEEKS = 4

interface Manner {
  name: string
  /** Begins with the whole file, without a range. */
  beginsWhole: boolean
  headers: Record<string, string>
}

/** How players ask; the first is any program whose name the server does not know. */
export const manners: readonly Manner[] = [
  { name: 'by ranges', beginsWhole: false, headers: {} },
  {
    name: 'like GStreamer',
    beginsWhole: true,
    headers: { 'icy-metadata': '1', 'user-agent': 'GStreamer souphttpsrc' },
  },
  {
    name: 'like Chromium',
    beginsWhole: false,
    headers: { 'accept-encoding': 'identity;q=1, *;q=0', 'sec-fetch-dest': 'video' },
  },
]

/** Jumps here and there, and to the end at last, in turn or at the same time; never reads all of it. */
export const player =
  (manner: Manner): Act =>
  async (meeting) => {
    const { bytes } = meeting.place
    const starts = [0, ...Array.from({ length: SEEKS }, () => Math.floor(Math.random() * bytes * 0.9)), bytes * 0.95]
    const planned = starts.map((from, nth): ReadOptions => {
      const isLast = nth === starts.length - 1
      const take = isLast ? 'all' : Math.floor(bytes * 0.02 * Math.random())
      const end = Math.random() < 0.5 || isLast ? 'close' : 'reset'
      const range = nth === 0 && manner.beginsWhole ? {} : { from: Math.floor(from) }
      return { ...range, take, hold: Math.random() * LONGEST_HOLD, end, headers: manner.headers }
    })
    return Math.random() < 0.5 ? oneByOne(meeting, planned) : overlapping(meeting, planned)
  }

async function oneByOne(meeting: Meeting, planned: readonly ReadOptions[]) {
  const reads = []
  for (const options of planned) reads.push({ from: options.from ?? 0, ...(await exactly(meeting, options)) })
  return united(reads, meeting.place.bytes)
}

/** Each connection opens while the one before it is still held. */
async function overlapping(meeting: Meeting, planned: readonly ReadOptions[]) {
  const reads = planned.map(async (options, nth) => {
    await new Promise((resolve) => setTimeout(resolve, nth * 300))
    return { from: options.from ?? 0, ...(await exactly(meeting, { ...options, hold: (options.hold ?? 0) + 0.4 })) }
  })
  return united(await Promise.all(reads), meeting.place.bytes)
}
