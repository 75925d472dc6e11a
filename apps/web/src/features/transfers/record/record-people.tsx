import type { Role } from '@waybill/contract/billing/plans'
import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { useFolded } from '../../../shared/ui/lists/use-folded.ts'
import recordStyles from '../../../shared/ui/record/record.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { AddPeople } from './add-people.tsx'
import { useForwarded } from './ledger/person-note.tsx'
import { PreparingNote } from './receipts/use-receipt.tsx'
import { RecordPerson } from './record-person.tsx'
import { RecordReminder } from './record-reminder.tsx'
import { transferRecordWords } from './words/transfer-record-words.ts'

/** The rest is folded: the next actions are below. */
const MOST_SHOWN = 20

interface RecordRecipientsProps {
  record: TransferRecord
  role: Role
  mayChange: boolean
}

/** All recipients, the status of each, and the actions for them. */
export function RecordRecipients({ record, role, mayChange }: RecordRecipientsProps) {
  const words = useWords(transferRecordWords)
  const forwarded = useForwarded(record._id)
  const people = record.recipients.filter(({ isRemoved }) => !isRemoved)
  const { shown, hidden, unfold } = useFolded(people, MOST_SHOWN)
  const unlisted = Math.max(0, record.deviceCount - people.filter(({ device }) => device !== null).length)
  const mayMail = mayChange && record.state !== 'expired' && record.sendLater === null
  return (
    <section className={`${partsStyles.paper} ${recordStyles.recordPart}`} aria-labelledby="record-people">
      <h2 id="record-people">{words.people}</h2>
      {people.length > 0 && <PreparingNote files={record.files} />}
      <ul>
        {shown.map((recipient) => (
          <RecordPerson
            key={recipient._id}
            record={record}
            recipient={recipient}
            isForwarded={forwarded.has(recipient._id)}
            mayMail={mayMail}
          />
        ))}
      </ul>
      {hidden > 0 && (
        <button type="button" className={textStyles.quietButton} onClick={unfold}>
          {words.showAll(people.length)}
        </button>
      )}
      {hidden === 0 && unlisted > 0 && <p className={textStyles.soft}>{words.moreDevices(unlisted)}</p>}
      {mayMail && <AddPeople record={record} role={role} />}
      {mayMail && mayRemind(record) && <RecordReminder record={record} />}
    </section>
  )
}

/** For mails to people, with an expiry. */
const mayRemind = ({ sendAs, expiryDate }: TransferRecord) => sendAs === 'email' && expiryDate !== null
