import { formatBytes } from '@waybill/contract/core/sizes'
import type { EvidenceFacts } from '../mail-facts.ts'
import type { Reader } from '../written-mail.ts'

/** What finished downloads rest on, a sentence each. That a device received all is not said where a part is in doubt. */
export function evidenceLines({ evidence = null, doubtBytes = 0 }: EvidenceFacts, { words }: Reader): string[] {
  const isUnsaid = evidence === null || (evidence === 'received' && doubtBytes > 0)
  return [
    ...(isUnsaid ? [] : [words.evidence.rests[evidence]]),
    ...(doubtBytes > 0 ? [words.evidence.doubt(formatBytes(doubtBytes, words.locale))] : []),
  ]
}
