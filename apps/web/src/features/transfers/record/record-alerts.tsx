import type { AlertMode } from '@waybill/contract/tracking/alerts'
import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { AlertSelect } from '../../../shared/alerts/alert-select.tsx'
import { AlertsOff } from '../../../shared/alerts/alerts-off.tsx'
import { alertWords } from '../../../shared/alerts/words/alerts-words.ts'
import { call } from '../../../shared/api/client.ts'
import recordStyles from '../../../shared/ui/record/record.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { changeRecord } from './use-transfer-record.ts'

/** What its sender gets mails about for one transfer. `ofAccount`: the setting for all. */
export function RecordAlerts({ record, ofAccount }: { record: TransferRecord; ofAccount: AlertMode }) {
  const words = useWords(alertWords)
  const choose = (alerts: AlertMode | null) =>
    changeRecord(() => call('editTransfer', { params: { transfer: record._id }, body: { alerts } }))
  const again = ofAccount === 'none' ? 'finished' : null
  return (
    <section className={`${partsStyles.paper} ${recordStyles.recordPart}`} aria-labelledby="record-alerts">
      <h2 id="record-alerts">{words.title}</h2>
      {(record.alerts ?? ofAccount) === 'none' && (
        <AlertsOff text={words.recordOff} onAgain={() => void choose(again)} />
      )}
      <AlertSelect label={words.recordLabel} mode={record.alerts} ofAccount={ofAccount} onChoose={choose} />
    </section>
  )
}
