/** Players: they open a file, leave it unread in their system's buffer, and jump to other parts of it. */
import { type Act, exactly, type Meeting, united, type Wish } from './evidence-programs.ts'

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
    const wishes = starts.map((from, nth): Wish => {
      const isLast = nth === starts.length - 1
      const take = isLast ? 'all' : Math.floor(bytes * 0.02 * Math.random())
      const end = Math.random() < 0.5 || isLast ? 'close' : 'reset'
      const range = nth === 0 && manner.beginsWhole ? {} : { from: Math.floor(from) }
      return { ...range, take, hold: Math.random() * LONGEST_HOLD, end, headers: manner.headers }
    })
    return Math.random() < 0.5 ? oneByOne(meeting, wishes) : overlapping(meeting, wishes)
  }

async function oneByOne(meeting: Meeting, wishes: readonly Wish[]) {
  const reads = []
  for (const wish of wishes) reads.push({ from: wish.from ?? 0, ...(await exactly(meeting, wish)) })
  return united(reads, meeting.place.bytes)
}

/** Each connection opens while the one before it is still held. */
async function overlapping(meeting: Meeting, wishes: readonly Wish[]) {
  const reads = wishes.map(async (wish, nth) => {
    await new Promise((resolve) => setTimeout(resolve, nth * 300))
    return { from: wish.from ?? 0, ...(await exactly(meeting, { ...wish, hold: (wish.hold ?? 0) + 0.4 })) }
  })
  return united(await Promise.all(reads), meeting.place.bytes)
}
