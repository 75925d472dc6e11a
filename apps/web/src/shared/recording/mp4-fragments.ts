import type { ByteWindow } from './ebml.ts'
import { type Box, boxesIn, findBox, flagsOf, readBox, versionOf, viewOf } from './mp4-boxes.ts'

export interface Frame {
  /** In the stream. */
  from: number
  bytes: number
  /** In units of the track, as all times here. */
  duration: number
  /** How much later than its turn it is shown. */
  delay: number
  isKey: boolean
}

export interface Track {
  id: number
  /** Units in a second. */
  scale: number
  /** Of its first frame. */
  startsAt: number
  endsAt: number
  frames: Frame[]
}

interface Defaults {
  duration: number
  bytes: number
  flags: number
}

interface Reading {
  tracks: Map<number, Track>
  defaults: Map<number, Defaults>
}

export interface Fragments {
  moov: Uint8Array
  tracks: Track[]
}

/** The frames of a file that is written piece by piece; null where it is not one. What was cut off is left out. */
export async function readFragments(bytes: ByteWindow): Promise<Fragments | null> {
  let moov: Uint8Array | null = null
  let reading: Reading | null = null
  for (let at = 0; at < bytes.size; ) {
    const box = readBox(await bytes.at(at), at, bytes.size)
    if (box === null || (box.to > bytes.size && box.type !== 'mdat')) break
    if (box.type === 'moov') {
      moov = await bytes.copy(box.at, box.to)
      reading = readTracks(moov)
    }
    if (box.type === 'moof' && reading !== null) readFragment(await bytes.copy(box.at, box.to), box.at, reading)
    at = box.to
  }
  if (moov === null || reading === null) return null
  const tracks = [...reading.tracks.values()]
  for (const track of tracks) {
    const cut = track.frames.findIndex((frame) => frame.from + frame.bytes > bytes.size)
    if (cut >= 0) track.frames.length = cut
  }
  const found = tracks.filter(({ frames }) => frames.length > 0)
  return found.length === 0 ? null : { moov, tracks: found }
}

/** Null where its frames are not in fragments, or not only there. */
function readTracks(moov: Uint8Array): Reading | null {
  const [whole] = boxesIn(moov)
  const mvex = whole && findBox(moov, whole, 'mvex')
  if (!whole || !mvex) return null
  const view = viewOf(moov)
  const tracks = new Map<number, Track>()
  for (const trak of boxesIn(moov, whole.from, whole.to).filter(({ type }) => type === 'trak')) {
    const [tkhd, mdhd] = [findBox(moov, trak, 'tkhd'), findBox(moov, trak, 'mdia', 'mdhd')]
    const stsz = findBox(moov, trak, 'mdia', 'minf', 'stbl', 'stsz')
    if (tkhd === null || mdhd === null || stsz === null || view.getUint32(stsz.from + 8) > 0) return null
    const id = view.getUint32(tkhd.from + (versionOf(moov, tkhd) === 1 ? 20 : 12))
    const scale = view.getUint32(mdhd.from + (versionOf(moov, mdhd) === 1 ? 20 : 12))
    tracks.set(id, { id, scale, startsAt: 0, endsAt: 0, frames: [] })
  }
  const trexes = boxesIn(moov, mvex.from, mvex.to).filter(({ type }) => type === 'trex')
  const defaults = trexes.map(({ from }): [number, Defaults] => [
    view.getUint32(from + 4),
    { duration: view.getUint32(from + 12), bytes: view.getUint32(from + 16), flags: view.getUint32(from + 20) },
  ])
  return { tracks, defaults: new Map(defaults) }
}

/** Adds the frames of a fragment that begins at `at` in the stream. */
function readFragment(moof: Uint8Array, at: number, { tracks, defaults }: Reading): void {
  const [whole] = boxesIn(moof)
  /** Where the bytes of the part before end. */
  let end = at
  const trafs = whole ? boxesIn(moof, whole.from, whole.to).filter(({ type }) => type === 'traf') : []
  for (const traf of trafs) {
    const tfhd = findBox(moof, traf, 'tfhd')
    if (tfhd === null) continue
    const head = readHead(moof, tfhd, defaults)
    const track = tracks.get(head.id)
    if (track === undefined) continue
    const tfdt = findBox(moof, traf, 'tfdt')
    if (tfdt !== null) goOnAt(track, timeOf(moof, tfdt))
    const base = head.base ?? (head.isFromFragment || traf === trafs[0] ? at : end)
    end = base
    for (const trun of boxesIn(moof, traf.from, traf.to).filter(({ type }) => type === 'trun')) {
      end = readRun(moof, trun, { track, base, end, usual: head.usual })
    }
  }
}

const timeOf = (moof: Uint8Array, tfdt: Box): number =>
  versionOf(moof, tfdt) === 1 ? Number(viewOf(moof).getBigUint64(tfdt.from + 4)) : viewOf(moof).getUint32(tfdt.from + 4)

/** A fragment says when it begins: the frame before it lasts until then. */
function goOnAt(track: Track, time: number): void {
  const last = track.frames.at(-1)
  if (last === undefined) track.startsAt = time
  else last.duration = Math.max(0, last.duration + time - track.endsAt)
  track.endsAt = time
}

function readHead(moof: Uint8Array, tfhd: Box, defaults: Reading['defaults']) {
  const [view, flags] = [viewOf(moof), flagsOf(moof, tfhd)]
  const id = view.getUint32(tfhd.from + 4)
  let at = tfhd.from + 8
  const has = (flag: number) => (flags & flag) !== 0
  const next = (): number => {
    at += 4
    return view.getUint32(at - 4)
  }
  const base = has(0x1) ? Number(view.getBigUint64(at)) : null
  if (base !== null) at += 8
  if (has(0x2)) at += 4
  const { duration, bytes, flags: frameFlags } = defaults.get(id) ?? { duration: 0, bytes: 0, flags: 0 }
  const usual: Defaults = {
    duration: has(0x8) ? next() : duration,
    bytes: has(0x10) ? next() : bytes,
    flags: has(0x20) ? next() : frameFlags,
  }
  return { id, base, usual, isFromFragment: has(0x20000) }
}

interface Run {
  track: Track
  base: number
  end: number
  usual: Defaults
}

const NOT_KEY = 0x10000
/** Frames of a run that says nothing of each. */
const MOST_ALIKE = 10_000

/** Adds the frames of a run, and returns where their bytes end. */
function readRun(moof: Uint8Array, trun: Box, { track, base, end, usual }: Run): number {
  const [view, flags] = [viewOf(moof), flagsOf(moof, trun)]
  const count = view.getUint32(trun.from + 4)
  let at = trun.from + 8
  const has = (flag: number) => (flags & flag) !== 0
  const next = (): number => {
    at += 4
    return view.getUint32(at - 4)
  }
  let from = has(0x1) ? base + (next() | 0) : end
  const firstFlags = has(0x4) ? next() : null
  const isSigned = versionOf(moof, trun) > 0
  const fields = [0x100, 0x200, 0x400, 0x800].filter(has).length
  const most = fields === 0 ? MOST_ALIKE : Math.floor((trun.to - at) / (4 * fields))
  for (let nth = 0; nth < Math.min(count, most); nth += 1) {
    const duration = has(0x100) ? next() : usual.duration
    const bytes = has(0x200) ? next() : usual.bytes
    const own = has(0x400) ? next() : usual.flags
    const late = has(0x800) ? next() : 0
    const isKey = (((nth === 0 ? firstFlags : null) ?? own) & NOT_KEY) === 0
    track.frames.push({ from, bytes, duration, delay: isSigned ? late | 0 : late, isKey })
    track.endsAt += duration
    from += bytes
  }
  return from
}
