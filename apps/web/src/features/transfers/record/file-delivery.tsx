import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { EvidenceNote } from '../../../shared/evidence/evidence-help.tsx'
import type { Known } from '../../../shared/evidence/evidence-words.ts'
import { evidenceWords } from '../../../shared/evidence/words/evidence-words.ts'
import { useWords } from '../../../shared/words/language.tsx'

type File = TransferRecord['files'][number]

/** ' · Delivered – received by their device', or for several recipients how many have the file; nothing before. */
export function FileDelivery({ record, file }: { record: Pick<TransferRecord, 'recipients'>; file: File }) {
  const words = useWords(evidenceWords)
  const named = record.recipients.filter(({ isRemoved, device }) => !isRemoved && device === null)
  const isByLink = named.some(({ email }) => email === null)
  if (named.length === 1 && !isByLink) {
    const known = knownOfOne(file)
    return known === null ? null : (
      <>
        {' · '}
        <EvidenceNote known={known} of={file.fileName} />
      </>
    )
  }
  const { recipients } = file.delivered
  return recipients === 0 ? null : ` · ${words.finishedFor(recipients, isByLink ? null : named.length)}`
}

function knownOfOne({ delivered: { recipients, evidence, doubt, openDoubt } }: File): Known | null {
  if (recipients > 0) return { state: 'finished', evidence, doubt }
  return openDoubt === null ? null : { state: 'arrived', evidence: null, doubt: openDoubt }
}
