import type { Readable } from 'node:stream'
import { chunksOf, type Piece } from './chunks-of.ts'
import type { ZipLayout, ZipRange, ZipSegment } from './zip-layout.ts'

/**
 * The location of a source's bytes: `at` in the stored object `blob`. Many small files share one object, end to end.
 */
export interface StoredPlace {
  blob: string
  at: number
}

export interface ZipReading {
  layout: ZipLayout
  range: ZipRange
  /** For a non-empty source, by its index. */
  placeOf(file: number): StoredPlace
  /** Bytes `[offset, offset + bytes)` of a stored object. */
  read(blob: string, offset: number, bytes: number): Readable
  /** Objects opened before the current one is sent, so that a remote store's delay occurs once. */
  readAhead?: number
  /** Frees everything at once; the generator then throws. */
  signal?: AbortSignal
}

/** Bytes to generate or read in order, all read from one range of one stored object; or all generated. */
interface Run {
  segments: ZipSegment[]
  place: StoredPlace | null
  bytes: number
}

const DEFAULT_READ_AHEAD = 2
/** Keeps a run's list of segments small; a single file is never split. */
const MAX_RUN_SEGMENTS = 256

/**
 * The bytes of any range of a planned zip, in order, in constant memory. Files that are end to end in one stored object
 * take one read. A source that fails or ends early makes the generator throw: the caller must break the connection, so
 * that nobody mistakes a short archive for a whole one.
 */
export async function* streamZip(reading: ZipReading): AsyncGenerator<Piece> {
  const ahead: Array<{ run: Run; source: Readable | null }> = []
  const free = () => {
    for (const { source } of ahead) source?.destroy()
  }
  reading.signal?.addEventListener('abort', free)
  const runs = runsOf(reading)
  const depth = 1 + (reading.readAhead ?? DEFAULT_READ_AHEAD)
  try {
    for (;;) {
      reading.signal?.throwIfAborted()
      while (ahead.length < depth) {
        const next = runs.next()
        if (next.done) break
        ahead.push({ run: next.value, source: openRun(reading, next.value, ahead.length > 0) })
      }
      const current = ahead[0]
      if (current === undefined) return
      yield* sendRun(current.run, current.source)
      ahead.shift()
    }
  } finally {
    reading.signal?.removeEventListener('abort', free)
    free()
  }
}

function* runsOf({ layout, range, placeOf }: ZipReading): Generator<Run> {
  let run: Run = { segments: [], place: null, bytes: 0 }
  for (const segment of layout.segments(range)) {
    const place = segment.kind === 'file' ? placeFrom(placeOf(segment.file), segment.offset) : null
    if (run.segments.length >= MAX_RUN_SEGMENTS || (place !== null && !follows(run, place))) {
      yield run
      run = { segments: [], place: null, bytes: 0 }
    }
    run.segments.push(segment)
    if (segment.kind === 'made' || place === null) continue
    run.place ??= place
    run.bytes += segment.bytes
  }
  if (run.segments.length > 0) yield run
}

const placeFrom = ({ blob, at }: StoredPlace, offset: number): StoredPlace => ({ blob, at: at + offset })

/** Whether bytes at `place` continue the run's last ones. */
function follows(run: Run, place: StoredPlace): boolean {
  return run.place === null || (run.place.blob === place.blob && run.place.at + run.bytes === place.at)
}

function openRun(reading: ZipReading, run: Run, isAhead: boolean): Readable | null {
  if (run.place === null) return null
  const source = reading.read(run.place.blob, run.place.at, run.bytes)
  // The stream keeps the failure of a source opened in advance until its turn comes.
  source.on('error', () => {})
  if (isAhead) source.read(0)
  return source
}

async function* sendRun({ segments }: Run, source: Readable | null): AsyncGenerator<Piece> {
  const chunks = source === null ? null : chunksOf(source)
  let whole: Buffer = EMPTY
  let rest: Buffer = EMPTY
  for (const segment of segments) {
    if (segment.kind === 'made') {
      yield segment
      continue
    }
    for (let left = segment.bytes; left > 0; ) {
      if (rest.length === 0) {
        const next = await (chunks as AsyncGenerator<Buffer>).next()
        if (next.done) throw new Error(`a stored object ended ${left} bytes before the end of a file`)
        whole = next.value
        rest = whole
      }
      const bytes = rest.subarray(0, left)
      rest = rest.subarray(bytes.length)
      left -= bytes.length
      yield rest.length === 0 ? { bytes, last: whole } : { bytes }
    }
  }
  source?.destroy()
}

const EMPTY = Buffer.alloc(0)
