/**
 * Browsers write a recording as a stream: no duration, no index, clusters without a size, so that nothing can seek in
 * it. This reads the stream once and returns the same frames as a file with all three (RFC 9559). What a crash cut off
 * in the middle of a frame is left out. The same stream gives the same file each time.
 */
import { ByteWindow, type Element, ID, idBytes, joined, readElement, sizeBytes, withSize } from './ebml.ts'

interface Cluster {
  /** In the stream, without its header. */
  from: number
  to: number
  /** In units of the file's scale; null: nothing in it can be decoded by itself. */
  keyframeAt: number | null
}

interface Track {
  number: number
  isVideo: boolean
}

interface Stream {
  header: Uint8Array
  info: Uint8Array
  tracks: Uint8Array
  cueTrack: number
  clusters: Cluster[]
  /** When its last frame ends, in units of the scale. */
  end: number
}

/** The mended file; the stream itself where it is not WebM as browsers write it. */
export async function mendWebm(stream: Blob): Promise<Blob> {
  const found = await readStream(new ByteWindow(stream))
  return found === null || found.clusters.length === 0 ? stream : writeFile(stream, found)
}

async function readStream(bytes: ByteWindow): Promise<Stream | null> {
  const header = await readElement(bytes, 0)
  if (header?.id !== ID.header || header.to === null) return null
  const segment = await readElement(bytes, header.to)
  if (segment?.id !== ID.segment) return null
  const found: Stream = {
    header: await bytes.copy(0, header.to),
    info: new Uint8Array(),
    tracks: new Uint8Array(),
    cueTrack: 1,
    clusters: [],
    end: 0,
  }
  const times = new FrameTimes()
  for (let at = segment.from; ; ) {
    const part = await readElement(bytes, at)
    if (part === null) break
    if (part.id === ID.cluster) {
      const cluster = await readCluster(bytes, part, { cueTrack: found.cueTrack, times })
      if (cluster.to > cluster.from) found.clusters.push(cluster)
      at = part.to ?? cluster.next
      continue
    }
    if (part.to === null || part.to > bytes.size) break
    if (part.id === ID.info) await readInfo(bytes, part, found)
    if (part.id === ID.tracks) await readTracks(bytes, part, found)
    at = part.to
  }
  found.end = times.end
  return found.tracks.length === 0 ? null : found
}

/** Keeps all but a duration, which a stream cannot know. */
async function readInfo(bytes: ByteWindow, info: Element, found: Stream): Promise<void> {
  const kept: Uint8Array[] = []
  for (const part of await childrenOf(bytes, info)) {
    if (part.id !== ID.duration) kept.push(await bytes.copy(part.at, part.to))
  }
  found.info = joined(kept)
}

async function readTracks(bytes: ByteWindow, tracks: Element, found: Stream): Promise<void> {
  const all: Track[] = []
  for (const entry of await childrenOf(bytes, tracks)) {
    if (entry.id !== ID.trackEntry) continue
    const track: Track = { number: 1, isVideo: false }
    for (const part of await childrenOf(bytes, entry)) {
      if (part.id === ID.trackNumber) track.number = await bytes.uint(part.from, part.to)
      if (part.id === ID.trackType) track.isVideo = (await bytes.uint(part.from, part.to)) === 1
    }
    all.push(track)
  }
  found.tracks = await bytes.copy(tracks.at, tracks.to ?? tracks.from)
  found.cueTrack = (all.find(({ isVideo }) => isVideo) ?? all[0])?.number ?? 1
}

async function childrenOf(bytes: ByteWindow, parent: Element): Promise<Array<Element & { to: number }>> {
  const children: Array<Element & { to: number }> = []
  for (let at = parent.from; at < (parent.to ?? 0); ) {
    const child = await readElement(bytes, at)
    if (child === null || child.to === null) break
    children.push({ ...child, to: child.to })
    at = child.to
  }
  return children
}

interface Reading {
  cueTrack: number
  times: FrameTimes
}

/** Up to its last whole frame. `next`: where the following part of the segment begins. */
async function readCluster(
  bytes: ByteWindow,
  { from, to }: Element,
  { cueTrack, times }: Reading,
): Promise<Cluster & { next: number }> {
  const end = Math.min(to ?? Number.POSITIVE_INFINITY, bytes.size)
  let clusterTime = 0
  let keyframeAt: number | null = null
  let hasFrames = false
  let at = from
  while (at < end) {
    const part = await readElement(bytes, at)
    if (part === null || part.to === null || part.to > bytes.size || ID.levelOne.has(part.id)) break
    if (part.id === ID.timestamp) clusterTime = await bytes.uint(part.from, part.to)
    const frame = part.id === ID.simpleBlock ? part : part.id === ID.blockGroup ? await blockIn(bytes, part) : null
    if (frame) {
      const { track, time, isKeyframe } = await readFrame(bytes, frame)
      times.note(track, clusterTime + time)
      hasFrames = true
      if (track === cueTrack && isKeyframe) keyframeAt ??= clusterTime + time
    }
    at = part.to
  }
  return { from, to: hasFrames ? at : from, keyframeAt, next: at }
}

type Block = Element & { isWhole?: boolean }

/** A frame with more about it: it stands alone if it names no other one. */
async function blockIn(bytes: ByteWindow, group: Element): Promise<Block | null> {
  const parts = await childrenOf(bytes, group)
  const block = parts.find(({ id }) => id === ID.block)
  return block ? { ...block, isWhole: !parts.some(({ id }) => id === ID.referenceBlock) } : null
}

async function readFrame(bytes: ByteWindow, { from, isWhole }: Block) {
  const head = await bytes.at(from)
  const width = Math.clz32(head[0] ?? 0) - 23
  const track = width === 1 ? (head[0] ?? 0) & 0x7f : (((head[0] ?? 0) & 0x3f) << 8) | (head[1] ?? 0)
  const time = (((head[width] ?? 0) << 24) >> 16) | (head[width + 1] ?? 0)
  return { track, time, isKeyframe: isWhole ?? ((head[width + 2] ?? 0) & 0x80) !== 0 }
}

/** A stream does not say how long its last frame is shown: as long as the shortest of its track. */
class FrameTimes {
  readonly #last = new Map<number, { time: number; gap: number }>()

  note(track: number, time: number): void {
    const before = this.#last.get(track)
    const since = before ? time - before.time : 0
    this.#last.set(track, { time, gap: since > 0 ? Math.min(since, before?.gap || since) : (before?.gap ?? 0) })
  }

  get end(): number {
    return Math.max(0, ...[...this.#last.values()].map(({ time, gap }) => time + gap))
  }
}

const CLUSTER_HEADER_BYTES = 12

function writeFile(stream: Blob, { header, info, tracks, clusters, cueTrack, end }: Stream): Blob {
  const duration = new Uint8Array(8)
  new DataView(duration.buffer).setFloat64(0, end)
  const newInfo = withSize(ID.info, joined([info, withSize(ID.duration, duration)]))
  const cued = clusters.filter(({ keyframeAt }) => keyframeAt !== null)
  // Each point has the same size whatever its place, so the clusters' places are known before the index is written.
  const point = (time: number, place: number) =>
    withSize(
      ID.cuePoint,
      joined([
        withSize(ID.cueTime, eightBytes(time)),
        withSize(
          ID.cueTrackPositions,
          joined([withSize(ID.cueTrack, eightBytes(cueTrack)), withSize(ID.cueClusterPosition, eightBytes(place))]),
        ),
      ]),
    )
  const cuesBytes = withSize(ID.cues, joined(cued.map(() => point(0, 0)))).length
  let place = newInfo.length + tracks.length + cuesBytes
  const points: Uint8Array[] = []
  const body: BlobPart[] = []
  for (const { from, to, keyframeAt } of clusters) {
    if (keyframeAt !== null) points.push(point(keyframeAt, place))
    body.push(joined([idBytes(ID.cluster), sizeBytes(to - from)]), stream.slice(from, to))
    place += CLUSTER_HEADER_BYTES + to - from
  }
  const cues = withSize(ID.cues, joined(points))
  const segment = joined([idBytes(ID.segment), sizeBytes(place)])
  return new Blob([joined([header, segment, newInfo, tracks, cues]), ...body], { type: stream.type })
}

function eightBytes(value: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value))
  return bytes
}
