import { describe, expect, test } from 'vitest'
import { ByteWindow, type Element, ID, idBytes, readElement, withSize } from './ebml.ts'
import { mendWebm } from './webm.ts'

const bytesOf = (...parts: Array<number[] | Uint8Array>): Uint8Array<ArrayBuffer> => {
  const all = parts.flatMap((part) => [...part])
  return Uint8Array.from(all)
}
const number = (id: number, value: number) => withSize(id, bytesOf([value >> 8, value & 0xff]))
const unknownSize = (id: number) => bytesOf(idBytes(id), [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])

const TIMESTAMP_SCALE = bytesOf([0x2a, 0xd7, 0xb1, 0x83, 0x0f, 0x42, 0x40])
const header = withSize(ID.header, bytesOf([0x42, 0x82, 0x84, 0x77, 0x65, 0x62, 0x6d]))
const track = (nth: number, type: number) =>
  withSize(ID.trackEntry, bytesOf(number(ID.trackNumber, nth), number(ID.trackType, type)))
const tracks = withSize(ID.tracks, bytesOf(track(1, 2), track(2, 1)))

const head = (time: number, isKeyframe: boolean, nth: number) => [
  0x80 | nth,
  (time >> 8) & 0xff,
  time & 0xff,
  isKeyframe ? 0x80 : 0,
]
const frame = (nth: number, time: number, isKeyframe = true, size = 40) =>
  withSize(ID.simpleBlock, bytesOf(head(time, isKeyframe, nth), new Uint8Array(size).fill(nth)))
const cluster = (time: number, ...frames: Uint8Array[]) =>
  bytesOf(unknownSize(ID.cluster), number(ID.timestamp, time), ...frames)

/** As Chromium writes it: sound is track 1, the picture track 2. */
const streamed = (...clusters: Uint8Array[]) =>
  new Blob([bytesOf(header, unknownSize(ID.segment), withSize(ID.info, TIMESTAMP_SCALE), tracks, ...clusters)], {
    type: 'video/webm',
  })
const second = [frame(1, 0), frame(2, 3), frame(1, 20), frame(2, 36, false), frame(1, 40)]
const whole = streamed(cluster(0, ...second), cluster(1_000, ...second), cluster(2_000, ...second))

async function childrenOf(bytes: ByteWindow, from: number, to: number): Promise<Array<Element & { to: number }>> {
  const found: Array<Element & { to: number }> = []
  for (let at = from; at < to; ) {
    const part = await readElement(bytes, at)
    if (part?.to == null) throw new Error(`no element of a known size at ${at}`)
    found.push({ ...part, to: part.to })
    at = part.to
  }
  return found
}

/** What a player learns from the file, every size checked on the way. */
async function read(file: Blob) {
  const bytes = new ByteWindow(file)
  const [, segment, ...more] = await childrenOf(bytes, 0, file.size)
  if (segment === undefined || more.length > 0) throw new Error('not one segment')
  const parts = await childrenOf(bytes, segment.from, segment.to)
  const info = parts.find(({ id }) => id === ID.info)
  const durationAt = (await childrenOf(bytes, info?.from ?? 0, info?.to ?? 0)).find(({ id }) => id === ID.duration)
  const duration = new DataView((await bytes.copy(durationAt?.from ?? 0, durationAt?.to ?? 0)).buffer).getFloat64(0)
  const cues: Array<{ time: number; cluster: number; track: number }> = []
  const index = parts.find(({ id }) => id === ID.cues)
  for (const point of await childrenOf(bytes, index?.from ?? 0, index?.to ?? 0)) {
    const [time, place] = await childrenOf(bytes, point.from, point.to)
    const [cueTrack, position] = await childrenOf(bytes, place?.from ?? 0, place?.to ?? 0)
    const readNumber = (part: { from: number; to: number } | undefined) => bytes.uint(part?.from ?? 0, part?.to ?? 0)
    const at = segment.from + (await readNumber(position))
    cues.push({
      time: await readNumber(time),
      cluster: parts.filter(({ id }) => id === ID.cluster).findIndex((one) => one.at === at),
      track: await readNumber(cueTrack),
    })
  }
  return { kinds: parts.map(({ id }) => id), duration, cues }
}

describe('mendWebm', () => {
  test('gives a streamed recording its duration, an index, and a size to every part', async () => {
    const file = await mendWebm(whole)
    expect(file.type).toBe('video/webm')
    expect(await read(file)).toEqual({
      kinds: [ID.info, ID.tracks, ID.cues, ID.cluster, ID.cluster, ID.cluster],
      // The last picture begins at 2,036 and lasts as long as the shortest one before.
      duration: 2_069,
      cues: [0, 1, 2].map((nth) => ({ time: nth * 1_000 + 3, cluster: nth, track: 2 })),
    })
  })

  test('keeps every frame as it was, and is the same each time, also of its own result', async () => {
    const once = await (await mendWebm(whole)).bytes()
    const frames = Buffer.from(bytesOf(...second))
    let count = 0
    for (let at = Buffer.from(once).indexOf(frames); at >= 0; at = Buffer.from(once).indexOf(frames, at + 1)) count += 1
    expect(count).toBe(3)
    expect(Buffer.from(await (await mendWebm(whole)).bytes()).equals(once)).toBe(true)
    const twice = await (await mendWebm(new Blob([once], { type: 'video/webm' }))).bytes()
    expect(Buffer.from(twice).equals(once)).toBe(true)
  })

  test('leaves out what a crash cut off, wherever it did', async () => {
    const bytes = await whole.bytes()
    const full = await read(await mendWebm(whole))
    for (let length = 1; length < bytes.length; length += 1) {
      const mended = await mendWebm(new Blob([bytes.subarray(0, length)]))
      if (mended.size === length) continue
      const { kinds, duration, cues } = await read(mended)
      expect(kinds.slice(0, 4), `${length} bytes`).toEqual([ID.info, ID.tracks, ID.cues, ID.cluster])
      expect(duration).toBeLessThanOrEqual(full.duration)
      expect(cues.length).toBeLessThanOrEqual(3)
    }
  })

  test('indexes sound where there is no picture, and leaves a cluster without a keyframe out of the index', async () => {
    const sound = streamed(cluster(0, frame(1, 0), frame(1, 20)), cluster(1_000, frame(1, 0)))
    const onlySound = bytesOf(await sound.bytes())
    const place = Buffer.from(onlySound).indexOf(Buffer.from(tracks))
    onlySound.set(withSize(ID.tracks, bytesOf(track(1, 2), track(3, 2))), place)
    expect((await read(await mendWebm(new Blob([onlySound])))).cues.map(({ track: nth }) => nth)).toEqual([1, 1])
    const late = streamed(cluster(0, ...second), cluster(1_000, frame(2, 0, false)), cluster(2_000, frame(2, 7)))
    expect((await read(await mendWebm(late))).cues.map(({ time }) => time)).toEqual([3, 2_007])
  })

  test('reads a time before its cluster, and a frame in a group', async () => {
    const group = (...more: Uint8Array[]) =>
      withSize(ID.blockGroup, bytesOf(withSize(ID.block, bytesOf(head(500, false, 2), [1])), ...more))
    const file = streamed(
      cluster(1_000, frame(1, -20), group()),
      cluster(3_000, group(withSize(ID.referenceBlock, bytesOf([1])))),
    )
    const { cues, duration } = await read(await mendWebm(file))
    expect(cues.map(({ time }) => time)).toEqual([1_500])
    expect(duration).toBe(5_500)
  })

  test('returns anything else as it is', async () => {
    for (const content of [[], [0], [...header], Array.from({ length: 5_000 }, (_, nth) => (nth * 7919) % 256)]) {
      const other = new Blob([Uint8Array.from(content)])
      expect(await mendWebm(other)).toBe(other)
    }
  })
})
