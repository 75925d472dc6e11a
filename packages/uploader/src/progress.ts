import type { PlannedBlob, PlannedFile, UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { SpanPool } from './files/spans.ts'
import type { Flights } from './line/flights.ts'
import type { Goodput } from './line/goodput.ts'
import type { Ladder } from './line/ladder.ts'
import { memberAt } from './transport/part-body.ts'
import type { UploadProgress, UploadStatus } from './upload.ts'

/** From here on it is more than a short interruption. */
const RETRYING_FROM_TRY = 2

export interface StatusFacts {
  ending: 'done' | 'failed' | 'cancelled' | null
  isOffline: boolean
  /** The first origin has been probed. */
  isWarm: boolean
  tries: number
  bytesSent: number
  bytesAcknowledged: number
  bytesTotal: number
  /** Acknowledged before this upload began. */
  bytesBefore: number
}

/** The one word for the state of an upload; it shows a resume until its first new part arrives. */
export function statusOf(facts: StatusFacts): UploadStatus {
  if (facts.ending) return facts.ending
  if (facts.isOffline) return 'paused-offline'
  if (facts.tries >= RETRYING_FROM_TRY) return 'retrying'
  if (!facts.isWarm) return 'warming-up'
  if (facts.bytesSent >= facts.bytesTotal) return 'almost-done'
  if (facts.bytesAcknowledged > facts.bytesBefore) return 'transferring'
  if (facts.bytesBefore > 0) return 'resuming'
  return facts.bytesSent > 0 ? 'transferring' : 'getting-ready'
}

/** The input of the snapshot. */
export interface ProgressSources {
  plan: UploadPlan
  pool: SpanPool
  flights: Flights
  goodput: Goodput
  ladder: Ladder
  facts: Pick<StatusFacts, 'ending' | 'isOffline' | 'isWarm'>
  parallel: number
  origins: number
  roundTripMs: number
}

export function describe({ plan, pool, flights, goodput, ladder, facts, ...counts }: ProgressSources): UploadProgress {
  const { bytesTotal, bytesAcknowledged, bytesBefore } = pool
  const { tries, warning } = ladder
  const bytesSent = Math.min(bytesTotal, bytesAcknowledged + flights.bytesSent())
  return {
    status: statusOf({ ...facts, tries, bytesSent, bytesAcknowledged, bytesTotal, bytesBefore }),
    bytesSent,
    bytesAcknowledged,
    bytesTotal,
    bytesPerSecond: facts.ending || facts.isOffline ? 0 : goodput.bytesPerSecond,
    secondsLeft: facts.isOffline ? null : goodput.secondsLeft(bytesTotal - bytesSent),
    ...fileAt(pool.position(), plan.files),
    fileCount: plan.files.length,
    tries,
    warning,
    ...counts,
  }
}

/** The current file, counted from 1, by the first unacknowledged byte; at the end the last one. */
export function fileAt(
  position: { blob: PlannedBlob; offset: number } | null,
  files: readonly PlannedFile[],
): Pick<UploadProgress, 'fileIndex' | 'currentPath'> {
  const file = position
    ? (position.blob.members[memberAt(position.blob, position.offset)]?.file ?? 0)
    : files.length - 1
  return { fileIndex: file + 1, currentPath: files[file]?.path ?? '' }
}
