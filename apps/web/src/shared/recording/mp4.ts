/**
 * Safari writes a recording in fragments, and its head says that it lasts no time: other browsers show no length and
 * cannot jump in it. This reads the fragments once and returns the same frames as an ordinary file, whose tables say
 * when and where each one is (ISO/IEC 14496-12). What a crash cut off is left out. The same stream gives the same file
 * each time.
 */
import { ByteWindow, joined } from './ebml.ts'
import { type Box, boxesIn, findBox, letters, makeBox, numbers, versionOf, viewOf } from './mp4-boxes.ts'
import { type Fragments, type Frame, readFragments, type Track } from './mp4-fragments.ts'

/** The places of frames have 32 bits. */
const MOST_BYTES = 0xffff_ffff

/** Frames of one track that follow each other in the stream. */
interface Chunk {
  track: Track
  from: number
  to: number
  frames: number
}

/** The mended file; the stream itself where it is not in fragments. */
export async function mendMp4(stream: Blob): Promise<Blob> {
  const found = await readFragments(new ByteWindow(stream))
  if (found === null) return stream
  const ftyp = makeBox('ftyp', letters('isom'), numbers([512]), letters('isomiso2mp41'))
  const chunks = chunksOf(found.tracks)
  const bytes = chunks.reduce((sum, { from, to }) => sum + to - from, 0)
  // The tables have the same size whatever is in them, so the frames' places are known before they are written.
  const from = ftyp.length + writeMoov(found, chunks, 0).length + 8
  if (from + bytes > MOST_BYTES) return stream
  const head = joined([ftyp, writeMoov(found, chunks, from), numbers([bytes + 8]), letters('mdat')])
  return new Blob([head, ...chunks.map((chunk) => stream.slice(chunk.from, chunk.to))], { type: stream.type })
}

/** In the order of the stream. */
function chunksOf(tracks: readonly Track[]): Chunk[] {
  const chunks: Chunk[] = []
  for (const track of tracks) {
    for (const { from, bytes } of track.frames) {
      const last = chunks.at(-1)
      if (last?.track === track && last.to === from) {
        last.to += bytes
        last.frames += 1
      } else {
        chunks.push({ track, from, to: from + bytes, frames: 1 })
      }
    }
  }
  return chunks.sort((a, b) => a.from - b.from)
}

/** The head of the file for frames whose first one is at `mediaFrom`. */
function writeMoov({ moov, tracks }: Fragments, chunks: readonly Chunk[], mediaFrom: number): Uint8Array {
  const [whole = { type: 'moov', at: 0, from: 0, to: 0 }] = boxesIn(moov)
  const parts = boxesIn(moov, whole.from, whole.to)
  const mvhd = parts.find(({ type }) => type === 'mvhd')
  const scale = mvhd === undefined ? 1_000 : viewOf(moov).getUint32(mvhd.from + (versionOf(moov, mvhd) === 1 ? 20 : 12))
  const placed: Array<Chunk & { at: number }> = []
  let at = mediaFrom
  for (const chunk of chunks) {
    placed.push({ ...chunk, at })
    at += chunk.to - chunk.from
  }
  const timings = timingsOf(moov, whole, tracks, scale)
  const longest = Math.max(...[...timings.values()].map(({ shown, wait }) => shown + wait))
  const written = parts.flatMap((part) => {
    if (part.type === 'mvex') return []
    if (part.type === 'mvhd') return [withDuration(moov, part, longest)]
    const track = part.type === 'trak' ? trackOf(moov, part, tracks) : null
    if (part.type === 'trak' && track === null) return []
    if (track === null) return [moov.subarray(part.at, part.to)]
    const own = placed.filter((chunk) => chunk.track === track)
    return [writeTrack(moov, part, { track, chunks: own, timing: timings.get(track) as Timing })]
  })
  return makeBox('moov', ...written)
}

function trackOf(moov: Uint8Array, trak: Box, tracks: readonly Track[]): Track | null {
  const tkhd = findBox(moov, trak, 'tkhd')
  if (tkhd === null) return null
  const id = viewOf(moov).getUint32(tkhd.from + (versionOf(moov, tkhd) === 1 ? 20 : 12))
  return tracks.find((track) => track.id === id) ?? null
}

interface Timing {
  /** How long the track is silent or dark before it begins, and how long it is then shown; in units of the movie. */
  wait: number
  shown: number
  /** Units of the track that are not shown at its beginning. */
  skipped: number
  duration: number
}

/** When each track begins and ends: tracks begin at different times, and sound has a moment that is not heard. */
function timingsOf(moov: Uint8Array, whole: Box, tracks: readonly Track[], scale: number): Map<Track, Timing> {
  const traks = boxesIn(moov, whole.from, whole.to).filter(({ type }) => type === 'trak')
  const begins = tracks.map((track) => {
    const trak = traks.find((one) => trackOf(moov, one, tracks) === track)
    const { wait, skipped } = trak ? readEdits(moov, trak) : { wait: 0, skipped: 0 }
    return wait / scale + (track.startsAt - skipped) / track.scale
  })
  const first = Math.max(0, Math.min(...begins))
  return new Map(
    tracks.map((track, nth) => {
      const begin = (begins[nth] ?? 0) - first
      const duration = track.frames.reduce((sum, frame) => sum + frame.duration, 0)
      const skipped = Math.min(duration, Math.max(0, Math.round(-begin * track.scale)))
      const shown = Math.round(((duration - skipped) * scale) / track.scale)
      return [track, { wait: Math.max(0, Math.round(begin * scale)), shown, skipped, duration }]
    }),
  )
}

/** What the stream says of the beginning of a track (8.6.6). */
function readEdits(moov: Uint8Array, trak: Box): { wait: number; skipped: number } {
  const elst = findBox(moov, trak, 'edts', 'elst')
  if (elst === null) return { wait: 0, skipped: 0 }
  const [view, isLarge] = [viewOf(moov), versionOf(moov, elst) === 1]
  const bytes = isLarge ? 20 : 12
  let wait = 0
  for (let at = elst.from + 8; at + bytes <= elst.to; at += bytes) {
    const duration = isLarge ? Number(view.getBigUint64(at)) : view.getUint32(at)
    const from = isLarge ? Number(view.getBigInt64(at + 8)) : view.getInt32(at + 4)
    if (from >= 0) return { wait, skipped: from }
    wait += duration
  }
  return { wait, skipped: 0 }
}

const DURATION_AT: Record<string, readonly [number, number]> = { mvhd: [16, 24], mdhd: [16, 24], tkhd: [20, 28] }

/** The box with its duration set. */
function withDuration(moov: Uint8Array, box: Box, duration: number): Uint8Array {
  const copy = moov.slice(box.at, box.to)
  const isLarge = versionOf(moov, box) === 1
  const at = box.from - box.at + (DURATION_AT[box.type]?.[isLarge ? 1 : 0] ?? 0)
  if (isLarge) viewOf(copy).setBigUint64(at, BigInt(duration))
  else viewOf(copy).setUint32(at, duration)
  return copy
}

interface Written {
  track: Track
  chunks: ReadonlyArray<Chunk & { at: number }>
  timing: Timing
}

function writeTrack(moov: Uint8Array, trak: Box, written: Written): Uint8Array {
  const { wait, shown, skipped, duration } = written.timing
  const rewrite = (box: Box): Uint8Array[] => {
    if (box.type === 'edts') return []
    if (box.type === 'tkhd') {
      const edits = [...(wait > 0 ? [wait, -1, 0x10000] : []), shown, skipped, 0x10000]
      const edts = makeBox('edts', makeBox('elst', numbers([0, edits.length / 3, ...edits])))
      return [withDuration(moov, box, wait + shown), edts]
    }
    if (box.type === 'mdhd') return [withDuration(moov, box, duration)]
    if (box.type === 'mdia' || box.type === 'minf') return [makeBox(box.type, ...within(box))]
    return [box.type === 'stbl' ? writeTables(moov, box, written) : moov.subarray(box.at, box.to)]
  }
  const within = (box: Box) => boxesIn(moov, box.from, box.to).flatMap(rewrite)
  return makeBox('trak', ...within(trak))
}

/** Values that repeat, each with how often. */
function runsOf(values: readonly number[]): number[] {
  const runs: number[] = []
  for (const value of values) {
    if (runs.length > 0 && runs.at(-1) === value) runs[runs.length - 2] = (runs.at(-2) ?? 0) + 1
    else runs.push(1, value)
  }
  return runs
}

function writeTables(moov: Uint8Array, stbl: Box, { track: { frames }, chunks }: Written): Uint8Array {
  const stsd = findBox(moov, stbl, 'stsd')
  const counted = (values: readonly number[], each: number) => numbers([0, values.length / each, ...values])
  const of = (read: (frame: Frame) => number) => frames.map(read)
  const delays = runsOf(of(({ delay }) => delay))
  const keys = frames.flatMap(({ isKey }, nth) => (isKey ? [nth + 1] : []))
  const groups = chunks.flatMap(({ frames: count }, nth) =>
    count === chunks[nth - 1]?.frames ? [] : [nth + 1, count, 1],
  )
  const isDelayed = delays.some((value, nth) => nth % 2 === 1 && value !== 0)
  return makeBox(
    'stbl',
    ...(stsd ? [moov.subarray(stsd.at, stsd.to)] : []),
    makeBox('stts', counted(runsOf(of(({ duration }) => duration)), 2)),
    ...(isDelayed ? [makeBox('ctts', numbers([1 << 24, delays.length / 2, ...delays]))] : []),
    ...(keys.length < frames.length ? [makeBox('stss', counted(keys, 1))] : []),
    makeBox('stsc', counted(groups, 3)),
    makeBox('stsz', numbers([0, 0, frames.length, ...of(({ bytes }) => bytes)])),
    makeBox(
      'stco',
      counted(
        chunks.map(({ at }) => at),
        1,
      ),
    ),
  )
}
