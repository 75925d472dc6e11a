import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { call } from '../../../shared/api/client.ts'
import { useAccount } from '../../../shared/api/session.ts'
import { OptimisticCheckbox } from '../../../shared/optimistic/optimistic-checkbox.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { changeRecord } from './use-transfer-record.ts'
import { transferRecordWords } from './words/transfer-record-words.ts'

/** Whether recipients who have downloaded nothing get one reminder; without a setting here, the account's applies. */
export function RecordReminder({ record }: { record: TransferRecord }) {
  const words = useWords(transferRecordWords)
  const isUsual = useAccount()?.transferSettings.remindRecipients ?? false
  const choose = (remindRecipients: boolean) =>
    changeRecord(() => call('editTransfer', { params: { transfer: record._id }, body: { remindRecipients } }))
  return (
    <OptimisticCheckbox
      className={`${partsStyles.tick} ${layoutStyles.above}`}
      isOn={record.remindRecipients ?? isUsual}
      onChoose={choose}
    >
      {words.remind}
      <span className={textStyles.soft}> {words.remindText}</span>
    </OptimisticCheckbox>
  )
}
