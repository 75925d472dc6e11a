import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { call } from '../../../shared/api/client.ts'
import { useAccount } from '../../../shared/api/session.ts'
import { OptimisticCheckbox } from '../../../shared/optimistic/optimistic-checkbox.tsx'
import recordStyles from '../../../shared/ui/record/record.module.css'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { changeRecord } from './use-transfer-record.ts'
import { transferRecordWords } from './words/transfer-record-words.ts'

/** Who of the team may read the transfer. Its sender chooses; others see whom it is shared with. */
export function RecordSharing({ record, mayShare }: { record: TransferRecord; mayShare: boolean }) {
  const words = useWords(transferRecordWords)
  const account = useAccount()
  const others = account?.team.filter(({ _id }) => _id !== account._id) ?? []
  if (mayShare ? others.length === 0 : record.shareWith.length === 0) return null
  const ids = record.shareWith.map(({ shareWithId }) => shareWithId)
  const choose = (id: string, isOn: boolean) => {
    const shareWith = [...ids.filter((one) => one !== id), ...(isOn ? [id] : [])].map((shareWithId) => ({
      shareWithId,
    }))
    const params = { transfer: record._id }
    return changeRecord(() => call('editTransfer', { params, body: { shareWith } }), words.sharingSaved)
  }
  return (
    <section className={`${partsStyles.paper} ${recordStyles.recordPart}`} aria-labelledby="record-sharing">
      <h2 id="record-sharing">{mayShare ? words.shareWith : words.sharedWith}</h2>
      {mayShare ? (
        <>
          {others.map(({ _id, fullName, email }) => (
            <OptimisticCheckbox
              key={_id}
              className={partsStyles.tick}
              isOn={ids.includes(_id)}
              onChoose={(isOn) => choose(_id, isOn)}
            >
              {fullName || email}
              {fullName && <span className={textStyles.soft}> {email}</span>}
            </OptimisticCheckbox>
          ))}
          <p className={`${textStyles.soft} ${layoutStyles.aboveTight}`}>{words.shareWithText}</p>
        </>
      ) : (
        <p>
          {record.shareWith
            .map(({ shareWithFullName, shareWithEmail }) => shareWithFullName || shareWithEmail)
            .join(', ')}
        </p>
      )}
    </section>
  )
}
