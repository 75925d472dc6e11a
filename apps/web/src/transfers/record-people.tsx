import { Button } from '@mantine/core'
import { addRecipients } from '@waybill/contract/recipients'
import type { RecipientState, TransferRecord } from '@waybill/contract/transfer-list'
import { type FormEvent, useState } from 'react'
import { call } from '../api/client.ts'
import { failureSentence } from '../api/problem-words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FormField } from '../ui/form-field.tsx'
import { formatDay, formatTime } from '../ui/moment.ts'
import { notify } from '../ui/notices.ts'
import { spokenLanguage, useLanguage, useWords } from '../words/language.tsx'
import { transferRecordWords } from '../words/transfer-record.ts'
import { shareOf, wayOf } from './record-slip.tsx'
import { changeRecord } from './use-transfer-record.ts'

/** Everyone it went to, how far each has come, and what can be done about it. */
export function RecordPeople({ record, mayChange }: { record: TransferRecord; mayChange: boolean }) {
  const words = useWords(transferRecordWords)
  const people = record.recipients.filter(({ isRemoved }) => !isRemoved)
  const mayMail = mayChange && record.state !== 'expired'
  return (
    <section className="record-part" aria-labelledby="record-people">
      <h2 id="record-people">{words.people}</h2>
      <ul className="record-rows">
        {people.map((recipient) => (
          <PersonRow key={recipient._id} record={record} recipient={recipient} mayMail={mayMail} />
        ))}
      </ul>
      {mayMail && record.sendAs === 'email' && <AddPeople record={record} />}
    </section>
  )
}

interface PersonRowProps {
  record: TransferRecord
  recipient: RecipientState
  mayMail: boolean
}

function PersonRow({ record, recipient, mayMail }: PersonRowProps) {
  const words = useWords(transferRecordWords)
  const { language } = useLanguage()
  const [isAsking, setAsking] = useState(false)
  const who = recipient.name || recipient.email || words.linkHolder
  const at = recipient.finishedAt ?? recipient.openedAt
  const percent = Math.floor(shareOf(recipient, record) * 100)
  const remove = () => {
    setAsking(false)
    const params = { transfer: record._id, recipient: recipient._id }
    void changeRecord(() => call('removeRecipient', { params }), words.removed(who))
  }
  return (
    <li className="record-row" data-way={wayOf(recipient, record)}>
      <div className="record-row-main">
        <strong>{who}</strong>
        {recipient.name && recipient.email && <span className="soft"> {recipient.email}</span>}
        <p className="soft">
          {words.way(wayOf(recipient, record), percent)}
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

function AddPeople({ record }: { record: TransferRecord }) {
  const words = useWords(transferRecordWords)
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const { recipients, bad } = addRecipients([], typed)
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || recipients.length === 0 || bad.length > 0) return
    setBusy(true)
    const emailTo = recipients.map((email) => ({ email }))
    const isAdded = await changeRecord(
      () => call('addRecipients', { params: { transfer: record._id }, body: { emailTo, lang: spokenLanguage() } }),
      words.added(recipients.length),
    )
    setBusy(false)
    if (isAdded) setTyped('')
  }
  return (
    <form className="record-add" onSubmit={(event) => void add(event)} noValidate>
      <FormField
        label={words.addPeople}
        value={typed}
        inputMode="email"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        placeholder={words.addPeopleHint}
        onType={setTyped}
      />
      <Button type="submit" variant="default" loading={isBusy} disabled={recipients.length === 0 || bad.length > 0}>
        {words.addAndMail}
      </Button>
    </form>
  )
}
