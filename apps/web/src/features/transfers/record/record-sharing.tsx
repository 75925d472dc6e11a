import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { call } from '../../../shared/api/client.ts'
import { SharingPart } from '../../../shared/team/sharing-part.tsx'
import { useWords } from '../../../shared/words/language.tsx'
import { changeRecord } from './use-transfer-record.ts'
import { transferRecordWords } from './words/transfer-record-words.ts'

/** Who of the team may read the transfer. Its sender chooses; others see whom it is shared with. */
export function RecordSharing({ record, mayShare }: { record: TransferRecord; mayShare: boolean }) {
  const words = useWords(transferRecordWords)
  const params = { transfer: record._id }
  return (
    <SharingPart
      shared={record.shareWith}
      mayShare={mayShare}
      words={words}
      onShare={(shareWith) =>
        changeRecord(() => call('editTransfer', { params, body: { shareWith } }), words.sharingSaved)
      }
    />
  )
}
