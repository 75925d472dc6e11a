import type { Role } from '@waybill/contract/billing/plans'
import type { RecipientState, TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { formatDay, formatTime } from '../../../shared/time/moment.ts'
import { ConfirmDialog } from '../../../shared/ui/dialogs/confirm-dialog.tsx'
import { useFolded } from '../../../shared/ui/lists/use-folded.ts'
import { Address } from '../../../shared/ui/marks/address.tsx'
import { Stamp } from '../../../shared/ui/marks/stamp.tsx'
import recordStyles from '../../../shared/ui/record/record.module.css'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { AddPeople } from './add-people.tsx'
import { type DeliveryStatus, deliveryStatusOf, inkOf, reachedAt } from './delivery-status.ts'
import { DeliveryStatusNote } from './delivery-status-note.tsx'
import { ForwardedNote, useForwarded } from './ledger/person-note.tsx'
import { mailAgain } from './mail-again.ts'
import { PreparingNote, ReceiptButtons } from './receipts/receipt-buttons.tsx'
import { recipientLine, recipientTitle } from './recipient-title.ts'
import { RecordReminder } from './record-reminder.tsx'
import { changeRecord } from './use-transfer-record.ts'
import { transferRecordWords } from './words/transfer-record-words.ts'

/** The rest is folded: the next actions are below. */
const MOST_SHOWN = 20

const tones: Partial<Record<DeliveryStatus, string | undefined>> = {
  finished: layoutStyles.good,
  handed: layoutStyles.good,
  almost: layoutStyles.warned,
  refused: layoutStyles.bad,
}
const toneOf = (status: DeliveryStatus) =>
  status in tones ? `${layoutStyles.small} ${tones[status]}` : textStyles.soft

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
  const mayMail = mayChange && record.state !== 'expired'
  return (
    <section className={`${partsStyles.paper} ${recordStyles.recordPart}`} aria-labelledby="record-people">
      <h2 id="record-people">{words.people}</h2>
      {people.length > 0 && <PreparingNote files={record.files} />}
      <ul>
        {shown.map((recipient) => (
          <PersonRow
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

interface PersonRowProps {
  record: TransferRecord
  recipient: RecipientState
  isForwarded: boolean
  mayMail: boolean
}

function PersonRow({ record, recipient, isForwarded, mayMail }: PersonRowProps) {
  const words = useWords(transferRecordWords)
  const { language } = useLanguage()
  const [isAsking, setAsking] = useState(false)
  const who = recipientLine(recipient, words)
  const at = reachedAt(recipient)
  const status = deliveryStatusOf(recipient, record)
  // The link itself, where devices came by it: they have the facts.
  const isCrowd = recipient.email === null && recipient.device === null && record.deviceCount > 0
  const remove = () => {
    setAsking(false)
    const params = { transfer: record._id, recipient: recipient._id }
    void changeRecord(() => call('removeRecipient', { params }), words.removed(who))
  }
  return (
    <li
      id={recipient._id}
      className={`${layoutStyles.row} ${layoutStyles.ruled} ${recordStyles.recordRow}`}
      data-delivery-status={status}
      data-device={recipient.device !== null || undefined}
    >
      <span className={recordStyles.recordRowStamp}>
        <Stamp ink={inkOf[status]} isSmall>
          {words.marks[status]}
        </Stamp>
      </span>
      <div className={recordStyles.recordRowMain}>
        <strong>
          {!recipient.name && recipient.email ? <Address of={recipient.email} /> : recipientTitle(recipient, words)}
        </strong>
        {recipient.name && recipient.email && (
          <span className={textStyles.soft}>
            {' '}
            <Address of={recipient.email} />
          </span>
        )}
        <p className={toneOf(status)}>
          {isCrowd ? (
            words.devices(record.deviceCount, record.devicesFinished)
          ) : (
            <DeliveryStatusNote recipient={recipient} record={record} helpOf={who} />
          )}
          {isForwarded && <ForwardedNote />}
          {at && ` · ${formatDay(at, 'local', language)}, ${formatTime(at, 'local')}`}
          {!isCrowd && recipient.city && ` · ${recipient.city}`}
        </p>
      </div>
      {!isCrowd && <ReceiptButtons record={record} recipient={recipient} who={who} />}
      {recipient.email !== null && mayMail && (
        <div className={recordStyles.recordRowActs}>
          <button
            type="button"
            className={textStyles.quietButton}
            onClick={() => void mailAgain(record.slug, recipient.email)}
          >
            {words.mailAgain}
            <span className={textStyles.unseen}> {who}</span>
          </button>
          <button type="button" className={textStyles.quietButton} onClick={() => setAsking(true)}>
            {words.remove}
            <span className={textStyles.unseen}> {who}</span>
          </button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={words.removeTitle(who)}
        text={words.removeText}
        confirmLabel={words.remove}
        keepLabel={words.keep}
        onConfirm={remove}
        onKeep={() => setAsking(false)}
      />
    </li>
  )
}
