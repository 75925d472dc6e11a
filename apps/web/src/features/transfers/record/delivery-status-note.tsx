import type { RecipientState, TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { EvidenceHelp } from '../../../shared/evidence/evidence-help.tsx'
import { doubtOf, statementOf } from '../../../shared/evidence/evidence-words.ts'
import { shortName } from '../../../shared/ui/files/short-name.ts'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { deliveryStatusOf, knownOf, shareOf, standing } from './delivery-status.ts'
import { StalledNote } from './ledger/person-note.tsx'
import { transferRecordWords } from './words/transfer-record-words.ts'

interface DeliveryStatusNoteProps {
  recipient: RecipientState
  record: TransferRecord
  /** The subject of a question mark; null: there is none here. */
  helpOf?: string | null
}

/**
 * 'Delivered – received by their device', 'Almost: the last 3 MB are in doubt', 'Mail accepted',
 * '62% of drawings.zip delivered · stalled 14 minutes ago'.
 */
export function DeliveryStatusNote({ recipient, record, helpOf = null }: DeliveryStatusNoteProps) {
  const words = useWords(transferRecordWords)
  const { language } = useLanguage()
  const known = knownOf(recipient, record)
  if (known !== null) {
    return (
      <>
        {statementOf(known, language)}
        {helpOf !== null && <EvidenceHelp known={known} of={helpOf} />}
      </>
    )
  }
  const status = deliveryStatusOf(recipient, record)
  return status === 'under-way' || status === 'stalled' ? (
    <>
      <Progress recipient={recipient} record={record} />
      <StalledNote recipient={recipient} />
    </>
  ) : (
    words.deliveryStatus[status as keyof typeof words.deliveryStatus]
  )
}

/** How much has arrived; of the last file that moved, or what of it is in doubt. */
function Progress({ recipient, record }: DeliveryStatusNoteProps) {
  const words = useWords(transferRecordWords)
  const { language } = useLanguage()
  const { current, filesFinished: finished, known } = recipient
  const isThere = current !== null && current.deliveredBytes === current.bytes && known.openDoubt !== null
  const shown = isThere ? null : current
  const percent = shown === null ? shareOf(recipient, record) : shown.deliveredBytes / shown.bytes
  const name = shown === null ? null : shortName(shown.fileName)
  const told = words.progress({ percent: Math.floor(percent * 100), name, finished, files: standing(record) })
  return known.openDoubt === null ? told : `${told} · ${doubtOf(known.openDoubt, language)}`
}
