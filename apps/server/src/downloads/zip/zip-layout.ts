/**
 * A planned zip: where every byte of the archive comes from, before any is read. It has an exact length and a strong
 * entity tag, any range of it can be made alone, and it is the same at every call: entries in the order given, stored,
 * with the times and names given. Nothing is kept but two offsets per entry: headers and directory are written when
 * they are asked for.
 */
import { createHash } from 'node:crypto'
import { dedupePaths } from '@waybill/contract/core/dedupe-paths'
import { cleanPath } from '@waybill/contract/core/names'
import {
  centralRecord,
  centralRecordBytes,
  endBytes,
  endRecords,
  localHeader,
  localHeaderBytes,
  type ZipEntry,
} from './zip-records.ts'

/** One file of the archive. */
export interface ZipSource {
  id: string
  path: string
  bytes: number
  crc32: number
  modifiedAt: Date
}

/** A half-open range of the archive: `[from, to)`. */
export interface ZipRange {
  from: number
  to: number
}

/** Bytes made here, or `bytes` of the source at `file`, from its byte `offset` on. */
export type ZipSegment = { kind: 'made'; bytes: Buffer } | { kind: 'file'; file: number; offset: number; bytes: number }

/** What a range holds of one source; an empty source is there where the range holds the end of its header. */
export interface FilePassage {
  file: number
  from: number
  to: number
}

export interface ZipLayout {
  /** Exact length of the archive. */
  bytes: number
  /** Strong entity tag, quoted. */
  etag: string
  /** Everything in the range, in order, without gap. */
  segments(range: ZipRange): Generator<ZipSegment>
  /** The sources the range touches, in order. */
  passages(range: ZipRange): Generator<FilePassage>
}

const DIRECTORY_CHUNK_BYTES = 65_536
/** Changes whenever the same sources would give other bytes. */
const FORM = 'zip-1'

/** headerAt[i] is where entry i begins, recordAt[i] where its central record does, from the directory's beginning. */
interface Measured {
  sources: readonly ZipSource[]
  names: readonly string[]
  headerAt: Float64Array
  dataAt: Float64Array
  recordAt: Float64Array
  directoryAt: number
  endAt: number
}

/**
 * Lays the sources out in their order, which fixes the zip's exact length; names are cleaned and made distinct once
 * more.
 */
export function layOutZip(sources: readonly ZipSource[]): ZipLayout {
  const measured = measure(sources)
  const { directoryAt, endAt } = measured
  const count = sources.length
  const end = () => endRecords(count, directoryAt, endAt - directoryAt)
  return {
    bytes: endAt + endBytes(count, directoryAt, endAt - directoryAt),
    etag: etagOf(sources, measured.names),
    *segments(range) {
      if (range.from < directoryAt) yield* entrySegments(measured, range)
      if (range.to > directoryAt && range.from < endAt) yield* directorySegments(measured, range)
      if (range.to > endAt) yield* cut(end(), endAt, range)
    },
    passages: (range) => passagesIn(measured, range),
  }
}

function measure(sources: readonly ZipSource[]): Measured {
  const count = sources.length
  const headerAt = new Float64Array(count + 1)
  const dataAt = new Float64Array(count)
  const recordAt = new Float64Array(count + 1)
  const plan = { sources, names: entryNames(sources), headerAt, dataAt, recordAt, directoryAt: 0, endAt: 0 }
  for (let i = 0; i < count; i++) {
    const entry = entryAt(plan, i)
    const sized = { ...entry, nameBytes: Buffer.byteLength(entry.name) }
    dataAt[i] = entry.headerAt + localHeaderBytes(sized)
    headerAt[i + 1] = (dataAt[i] as number) + entry.bytes
    recordAt[i + 1] = (recordAt[i] as number) + centralRecordBytes(sized)
  }
  plan.directoryAt = headerAt[count] as number
  plan.endAt = plan.directoryAt + (recordAt[count] as number)
  return plan
}

function entryAt({ sources, names, headerAt }: Measured, i: number): ZipEntry {
  const { bytes, crc32, modifiedAt } = sources[i] as ZipSource
  const seconds = Math.floor(modifiedAt.getTime() / 1_000)
  return { name: names[i] as string, bytes, crc32, modifiedAt: seconds, headerAt: headerAt[i] as number }
}

function* entrySegments(plan: Measured, range: ZipRange): Generator<ZipSegment> {
  const { headerAt, dataAt } = plan
  for (let i = lastAtOrBefore(headerAt, range.from); i < dataAt.length && (headerAt[i] as number) < range.to; i++) {
    const at = dataAt[i] as number
    if (range.from < at) yield* cut(localHeader(entryAt(plan, i)), headerAt[i] as number, range)
    const from = Math.max(at, range.from)
    const to = Math.min(headerAt[i + 1] as number, range.to)
    if (to > from) yield { kind: 'file', file: i, offset: from - at, bytes: to - from }
  }
}

function* directorySegments(plan: Measured, range: ZipRange): Generator<ZipSegment> {
  const { recordAt, directoryAt, dataAt } = plan
  let pieces: Buffer[] = []
  let piecesAt = 0
  let pending = 0
  for (let i = lastAtOrBefore(recordAt, range.from - directoryAt); i < dataAt.length; i++) {
    const at = directoryAt + (recordAt[i] as number)
    if (at >= range.to) break
    if (pending === 0) piecesAt = at
    pieces.push(centralRecord(entryAt(plan, i)))
    pending += (recordAt[i + 1] as number) - (recordAt[i] as number)
    if (pending < DIRECTORY_CHUNK_BYTES) continue
    yield* cut(Buffer.concat(pieces, pending), piecesAt, range)
    pieces = []
    pending = 0
  }
  if (pending > 0) yield* cut(Buffer.concat(pieces, pending), piecesAt, range)
}

function* passagesIn({ headerAt, dataAt }: Measured, { from, to }: ZipRange): Generator<FilePassage> {
  for (let i = lastAtOrBefore(headerAt, from); i < dataAt.length && (headerAt[i] as number) < to; i++) {
    const at = dataAt[i] as number
    const first = Math.max(at, from)
    const last = Math.min(headerAt[i + 1] as number, to)
    const isEmpty = headerAt[i + 1] === at
    if (isEmpty ? from < at && to >= at : last > first) yield { file: i, from: first - at, to: last - at }
  }
}

/** The part of `bytes`, which lie at `at`, that the range holds. */
function* cut(bytes: Buffer, at: number, { from, to }: ZipRange): Generator<ZipSegment> {
  const part = bytes.subarray(Math.max(0, from - at), Math.max(0, Math.min(bytes.length, to - at)))
  if (part.length > 0) yield { kind: 'made', bytes: part }
}

/** The last index whose offset is at or before `offset`, 0 for none; equal offsets do not occur but at the end. */
function lastAtOrBefore(offsets: Float64Array, offset: number): number {
  let low = 0
  let high = offsets.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if ((offsets[middle] as number) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/** Paths are cleaned when they are sent; an archive cleans them once more, because what it says is unpacked unseen. */
function entryNames(sources: readonly ZipSource[]): string[] {
  return dedupePaths(sources.map(({ path }) => cleanPath(path).path))
}

/** Contents never change under an id, so the ids stand for them. */
function etagOf(sources: readonly ZipSource[], names: readonly string[]): string {
  const hash = createHash('sha256').update(FORM)
  for (const [i, { id, bytes, crc32, modifiedAt }] of sources.entries()) {
    hash.update(`\n${id} ${bytes} ${crc32} ${modifiedAt.getTime()} ${names[i]}`)
  }
  return `"${hash.digest('base64url').slice(0, 32)}"`
}
