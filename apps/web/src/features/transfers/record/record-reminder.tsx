import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { useAccount } from '../accounts/session.ts'
import { call } from '../api/client.ts'
import { WishTick } from '../ui/wish-tick.tsx'
import { useWords } from '../words/language.tsx'
import { transferRecordWords } from '../words/transfer-record.ts'
import { changeRecord } from './use-transfer-record.ts'

/** Whether who has fetched nothing is mailed once more; what was never chosen here is as the account has it. */
export function RecordReminder({ record }: { record: TransferRecord }) {
  const words = useWords(transferRecordWords)
  const isUsual = useAccount()?.transferSettings.remindRecipients ?? false
  const choose = (remindRecipients: boolean) =>
    changeRecord(() => call('editTransfer', { params: { transfer: record._id }, body: { remindRecipients } }))
  return (
    <WishTick className="record-tick" isOn={record.remindRecipients ?? isUsual} onChoose={choose}>
      {words.remind}
      <span className="soft"> {words.remindText}</span>
    </WishTick>
  )
}
