import type { Role } from '@waybill/contract/plans'
import type { RecipientState, TransferRecord } from '@waybill/contract/transfer-list'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { failureSentence } from '../api/problem-words.ts'
import { type Conduct, PersonNote, useConduct } from '../tracking/person-note.tsx'
import { Address } from '../ui/address.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { formatDay, formatTime } from '../ui/moment.ts'
import { notify } from '../ui/notices.ts'
import { spokenLanguage, useLanguage, useWords } from '../words/language.tsx'
import { transferRecordWords } from '../words/transfer-record.ts'
import { AddPeople } from './add-people.tsx'
import { RecordReminder } from './record-reminder.tsx'
import { shareOf, wayOf } from './record-slip.tsx'
import { changeRecord } from './use-transfer-record.ts'

interface RecordPeopleProps {
  record: TransferRecord
  role: Role
  mayChange: boolean
}

/** Everyone it went to, how far each has come, and what can be done about it. */
export function RecordPeople({ record, role, mayChange }: RecordPeopleProps) {
  const words = useWords(transferRecordWords)
  const conduct = useConduct(record._id)
  const people = record.recipients.filter(({ isRemoved }) => !isRemoved)
  const mayMail = mayChange && record.state !== 'expired'
  return (
    <section className="record-part" aria-labelledby="record-people">
      <h2 id="record-people">{words.people}</h2>
      <ul className="record-rows">
        {people.map((recipient) => (
          <PersonRow key={recipient._id} record={record} recipient={recipient} conduct={conduct} mayMail={mayMail} />
        ))}
      </ul>
      {mayMail && <AddPeople record={record} role={role} />}
      {mayMail && mayRemind(record) && <RecordReminder record={record} />}
    </section>
  )
}

/** Of mails to people, of what ends at all. */
const mayRemind = ({ sendAs, expiryDate }: TransferRecord) => sendAs === 'email' && expiryDate !== null

interface PersonRowProps {
  record: TransferRecord
  recipient: RecipientState
  conduct: Conduct
  mayMail: boolean
}

function PersonRow({ record, recipient, conduct, mayMail }: PersonRowProps) {
  const words = useWords(transferRecordWords)
  const { language } = useLanguage()
  const [isAsking, setAsking] = useState(false)
  const who = recipient.name || recipient.email || words.linkHolder
  const at = recipient.finishedAt ?? recipient.openedAt
  const way = wayOf(recipient, record)
  const percent = Math.floor(shareOf(recipient, record) * 100)
  const remove = () => {
    setAsking(false)
    const params = { transfer: record._id, recipient: recipient._id }
    void changeRecord(() => call('removeRecipient', { params }), words.removed(who))
  }
  return (
    <li className="record-row" data-way={way}>
      <div className="record-row-main">
        <strong>{recipient.name || (recipient.email ? <Address of={recipient.email} /> : words.linkHolder)}</strong>
        {recipient.name && recipient.email && (
          <span className="soft">
            {' '}
            <Address of={recipient.email} />
          </span>
        )}
        <p className="soft">
          {words.way(way, percent)}
          <PersonNote recipientId={recipient._id} conduct={conduct} isFinished={way === 'finished'} />
          {at && ` · ${formatDay(at, 'local', language)}, ${formatTime(at, 'local')}`}
          {recipient.city && ` · ${recipient.city}`}
        </p>
      </div>
      {recipient.email !== null && mayMail && (
        <div className="record-row-acts">
          <button type="button" className="quiet-button" onClick={() => void mailAgain(record.slug, recipient.email)}>
            {words.mailAgain}
            <span className="unseen"> {who}</span>
          </button>
          <button type="button" className="quiet-button" onClick={() => setAsking(true)}>
            {words.remove}
            <span className="unseen"> {who}</span>
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

async function mailAgain(slug: string, email: string | null): Promise<void> {
  const words = transferRecordWords[spokenLanguage()]
  if (email === null) return
  try {
    const { mailed } = await call('sendTransferEmail', { body: { slug, recipients: [email] } })
    notify({ title: mailed > 0 ? words.mailed(email) : words.mailedJustNow(email) })
  } catch (error) {
    notify({ title: failureSentence(spokenLanguage(), error), tone: 'warning' })
  }
}
