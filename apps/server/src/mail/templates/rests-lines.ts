import type { EvidenceKind } from '@waybill/contract/evidence'
import { formatBytes } from '@waybill/contract/sizes'
import type { Reader } from '../written-mail.ts'

/** What finished downloads rest on. Absent in mails that an earlier version has queued. */
export interface Rests {
  /** What says least of it; null where it is not on record. */
  evidence?: EvidenceKind | null
  doubtBytes?: number
}

export const isByProxy = ({ evidence }: Rests) => evidence === 'handed-over' || evidence === 'sent-by-proxy'

/** In sentences. That a device received it is not said where a part of it is in doubt. */
export function restsLines({ evidence = null, doubtBytes = 0 }: Rests, { words }: Reader): string[] {
  const isUnsaid = evidence === null || (evidence === 'received' && doubtBytes > 0)
  return [
    ...(isUnsaid ? [] : [words.evidence.rests[evidence]]),
    ...(doubtBytes > 0 ? [words.evidence.doubt(formatBytes(doubtBytes, words.locale))] : []),
  ]
}
