/** The crowd: each kind knows from the rules of evidence alone what the server may say about it. */

import { browserNames } from './evidence-browsers.ts'
import type { DoorName } from './evidence-doors.ts'
import { browsing, stories } from './evidence-downloads.ts'
import { manners, player } from './evidence-players.ts'
import {
  type Act,
  aria2,
  curl,
  curlInTwo,
  exactly,
  type Meeting,
  python,
  type ReadOptions,
  united,
  wget,
} from './evidence-programs.ts'

const MB = 1_000_000

export interface Kind {
  name: string
  act: Act
  bytes: number
  /** A reader who has everything must be reported within this many seconds. */
  withinSeconds: number
  doors: readonly DoorName[]
  /** Runs one at a time. */
  isHeavy: boolean
}

const QUICK: readonly DoorName[] = ['plain', 'tls', 'nginx', 'caddy', 'haproxy']
const SLOW: readonly DoorName[] = ['slow', 'slow-tls']

const kind = (name: string, bytes: number, act: Act, withinSeconds = 10): Kind => {
  return { name, bytes, act, withinSeconds, doors: QUICK, isHeavy: false }
}

/** One connection for everything: the file counts as read only where the connection ends in order. */
const reader =
  (options: ReadOptions): Act =>
  async (meeting) => {
    const { read, arrived } = await exactly(meeting, options)
    return { readBytes: read, arrivedBytes: arrived, isUnsaid: options.end === 'reset' }
  }

const amounts: Array<[name: string, of: (bytes: number) => number]> = [
  ['nothing', () => 0],
  ['1 byte', () => 1],
  ['half', (bytes) => Math.floor(bytes / 2)],
  ['all but one', (bytes) => bytes - 1],
  ['all', (bytes) => bytes],
]

const readers = (bytes: number): Kind[] =>
  amounts.flatMap(([name, of]) =>
    (['close', 'reset'] as const).map((end) => {
      const act = reader({ take: of(bytes), hold: 0.3, end })
      return { ...kind(`${mb(bytes)} MB: reads ${name}, then ${end}`, bytes, act), doors: [...QUICK, ...SLOW] }
    }),
  )

const mb = (bytes: number) => `${bytes / MB}`

/** Several connections of one reader, in turn or at the same time. */
async function inParts(meeting: Meeting, parts: readonly ReadOptions[], gap = 0) {
  const reads: Array<{ from: number; read: number; arrived: number }> = []
  for (const options of parts) {
    const { read, arrived } = await exactly(meeting, options)
    reads.push({ from: options.from ?? 0, read, arrived })
    if (gap > 0) await new Promise((resolve) => setTimeout(resolve, gap * 1_000))
  }
  return united(reads, meeting.place.bytes)
}

async function atOnce(meeting: Meeting, parts: readonly ReadOptions[]) {
  const reads = await Promise.all(
    parts.map(async (options) => ({ from: options.from ?? 0, ...(await exactly(meeting, options)) })),
  )
  return united(reads, meeting.place.bytes)
}

const aria2Kinds: Kind[] = [1, 2, 4, 8, 16].flatMap((connections) => [
  kind(`aria2c -x${connections}, 12.6 MB`, 12.6 * MB, aria2(connections), 70),
  kind(`aria2c -x${connections}, 12.6 MB at 8 MB/s`, 12.6 * MB, aria2(connections, '8M'), 70),
])

const bigAria2Kinds: Kind[] = [1, 4, 16].map((connections) =>
  kind(`aria2c -x${connections}, 126 MB`, 126 * MB, aria2(connections), 70),
)

const programs: Kind[] = [
  kind('curl', 12.6 * MB, curl),
  kind('curl, small', 0.3 * MB, curl),
  kind('curl, broken off and gone on with', 12.6 * MB, curlInTwo),
  kind('wget', 12.6 * MB, wget),
  kind('python', 12.6 * MB, python),
]

const seekers = (bytes: number): Kind[] => [
  kind(`${mb(bytes)} MB: a player that looks at the end first`, bytes, (meeting) =>
    inParts(meeting, [
      { from: 0, take: 300_000, hold: 0.3, end: 'reset' },
      { from: bytes - 200_000, end: 'close' },
      { from: 300_000, take: 500_000, end: 'close' },
    ]),
  ),
  kind(`${mb(bytes)} MB: a player that jumps about`, bytes, (meeting) =>
    inParts(meeting, [
      { from: 0, take: 400_000, hold: 0.2, end: 'close' },
      { from: Math.floor(bytes * 0.6), take: 300_000, hold: 0.2, end: 'close' },
      { from: Math.floor(bytes * 0.3), take: 300_000, hold: 0.2, end: 'close' },
      { from: Math.floor(bytes * 0.9), hold: 0.2, end: 'close' },
    ]),
  ),
  kind(`${mb(bytes)} MB: a player that holds the beginning and seeks`, bytes, (meeting) =>
    atOnce(meeting, [
      { from: 0, take: 100_000, hold: 1.5, end: 'close' },
      { from: Math.floor(bytes / 2), take: 100_000, hold: 1, end: 'close' },
      { from: bytes - 300_000, hold: 0, end: 'close' },
    ]),
  ),
]

/**
 * Each connection is cut where the next begins; for readers that begin like players, the doubt is named a minute later.
 */
const eightAtOnce =
  (isByRange: boolean): Act =>
  (meeting) => {
    const step = meeting.place.bytes / 8
    return atOnce(
      meeting,
      Array.from({ length: 8 }, (_none, nth): ReadOptions => {
        const range = nth > 0 || isByRange ? { from: nth * step } : {}
        return { ...range, take: step, pace: 1.5 * MB, end: nth === 7 ? 'close' : 'reset' }
      }),
    )
  }

const players: Kind[] = [0.2, 3, 60].flatMap((megabytes) =>
  manners.map((manner) => kind(`${megabytes} MB: a player ${manner.name}`, megabytes * MB, player(manner))),
)

const managers: Kind[] = [
  kind('the tail first, then the rest', 12.6 * MB, (meeting) =>
    inParts(meeting, [{ from: 11.6 * MB }, { from: 0, to: 11.6 * MB }]),
  ),
  kind('from the end to the beginning', 12.6 * MB, (meeting) =>
    inParts(
      meeting,
      [5, 4, 3, 2, 1, 0].map((nth) => ({ from: nth * 2.1 * MB, to: (nth + 1) * 2.1 * MB })),
    ),
  ),
  kind('eight at once, cut where the next begins', 12.6 * MB, eightAtOnce(false)),
  kind('eight at once, the first by a range', 12.6 * MB, eightAtOnce(true), 75),
  kind('everything, held for 9 s, then reset', 12.6 * MB, reader({ hold: 9, end: 'reset' })),
  kind('everything, held for 9 s, then closed', 12.6 * MB, reader({ hold: 9 })),
  kind('36 of 40 MB, 8 s of silence, then reset', 40 * MB, reader({ take: 36 * MB, hold: 8, end: 'reset' })),
  kind('half by somebody who says they are done, in order', 12.6 * MB, reader({ take: 6.3 * MB, end: 'fin' })),
]

const browsers: Kind[] = browserNames.flatMap((name) =>
  Object.entries(stories).map(([what, story]) => {
    const doors = what === 'let run' ? [...SLOW, ...QUICK] : SLOW
    return { ...kind(`${name}: ${what}`, 60 * MB, browsing(name, story)), doors, isHeavy: true }
  }),
)

export const kinds: readonly Kind[] = [
  ...programs,
  ...readers(0.3 * MB),
  ...readers(12.6 * MB),
  ...seekers(40 * MB),
  ...seekers(3 * MB),
  ...players,
  ...managers,
  ...aria2Kinds,
  ...bigAria2Kinds,
  ...browsers,
]
