import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import { readSource } from '../read-file.ts'
import type { ArrivalFeed } from './arrival-feed.ts'
import { type ArrivalSnapshot, readArrivalSnapshot, readRun } from './arrival-store.ts'

/** So many bytes are looked up at a time: bounds the rows in memory, and how long a change goes unnoticed. */
const WINDOW_BYTES = 256 * 1024 * 1024
/** A notification may be lost with its connection. */
const LOOK_AGAIN_MS = 2_000
/** Parts of all files of an upload wake everybody who waits for one: so often each looks at most. */
const LOOK_PAUSE_MS = 200

export interface ArrivingSpan {
  fileId: string
  /** The length of the file. */
  bytes: number
  from: number
  to: number
  /** As the answer's ETag names it. */
  revokedCount: number
}

/**
 * The bytes `[from, to)` of a file that is a blob of its own, as they come: one stream for each run that is there. Reads
 * acknowledged bytes alone. The last byte of the file follows once the file is complete, so that nothing partial looks
 * whole. Waiting holds no database connection.
 *
 * @throws Problem 'file-still-arriving' where no byte came for `config.arrival.waitSeconds`; 'file-missing' where its
 *   upload has ended, or bytes that were read before were revoked
 */
export async function* readArriving(
  ctx: Pick<Context, 'db' | 'stores' | 'config'>,
  feed: ArrivalFeed,
  { fileId, bytes, from, to, revokedCount }: ArrivingSpan,
  signal: AbortSignal,
): AsyncGenerator<Readable> {
  const first = requireSnapshot(await readArrivalSnapshot(ctx.db, fileId), revokedCount)
  let next = Promise.withResolvers<void>()
  const wake = () => next.resolve()
  const unfollow = await feed.follow(first.uploadId, wake)
  signal.addEventListener('abort', wake)
  try {
    let at = from
    let waitedSince = performance.now()
    while (at < to && !signal.aborted) {
      next = Promise.withResolvers()
      const { blob } = requireSnapshot(await readArrivalSnapshot(ctx.db, fileId), revokedCount)
      const limit = blob.completed_at === null ? Math.min(to, bytes - 1) : to
      const wanted = Math.min(limit - at, WINDOW_BYTES)
      const { end, source } = await readRun(ctx.db, blob, { offset: at, bytes: Math.max(wanted, 0) })
      if (end > at) {
        yield readSource(ctx, source, { offset: at, bytes: end - at })
        at = end
        waitedSince = performance.now()
        continue
      }
      const leftMs = ctx.config.arrival.waitSeconds * 1_000 - (performance.now() - waitedSince)
      if (leftMs <= 0) throw new Problem('file-still-arriving', { retryAfterSeconds: 15 })
      const timer = setTimeout(wake, Math.min(leftMs, LOOK_AGAIN_MS))
      await next.promise
      clearTimeout(timer)
      if (!signal.aborted) await pause(LOOK_PAUSE_MS)
    }
  } finally {
    signal.removeEventListener('abort', wake)
    unfollow()
  }
}

function requireSnapshot(snapshot: ArrivalSnapshot | null, revokedCount: number): ArrivalSnapshot {
  const isGone = snapshot === null || snapshot.isWithdrawn || (!snapshot.isOpen && snapshot.blob.completed_at === null)
  if (isGone) throw new Problem('file-missing')
  if (snapshot.blob.revoked_count !== revokedCount) throw new Problem('file-missing')
  return snapshot
}
