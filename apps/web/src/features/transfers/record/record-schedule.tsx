import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import type { SendLater } from '@waybill/contract/transfers/send-later'
import { type FormEvent, useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { useAccount } from '../../../shared/api/session.ts'
import { accountZone } from '../../../shared/time/clock.ts'
import { formatLocalTime } from '../../../shared/time/local-time.ts'
import { isSendTime, SendTimeField, usualSendTime } from '../../../shared/time/send-time-field.tsx'
import { ConfirmDialog } from '../../../shared/ui/dialogs/confirm-dialog.tsx'
import { Button } from '../../../shared/ui/fields/button.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { deleteTransfers } from '../list/change-transfers.ts'
import { changeRecord } from './use-transfer-record.ts'
import { transferRecordWords } from './words/transfer-record-words.ts'

interface RecordScheduleProps {
  record: TransferRecord
  mayChange: boolean
  onCancelled: () => void
}

/** When a scheduled transfer goes out, or why it did not, and what its sender can do until then. */
export function RecordSchedule({ record, mayChange, onCancelled }: RecordScheduleProps) {
  const words = useWords(transferRecordWords)
  const { language } = useLanguage()
  const { sendLater, unsentBecause } = record
  if (sendLater === null) return null
  const when = formatLocalTime(sendLater.localTime, language)
  const zone = sendLater.timeZone.replaceAll('_', ' ')
  return (
    <section
      className={`${layoutStyles.callout} ${layoutStyles.stackClose}`}
      data-tone={unsentBecause === null ? undefined : 'bad'}
      aria-label={words.schedule}
    >
      <p>
        {unsentBecause === null
          ? words.scheduledFor(when, zone)
          : words.unsent(when, words.unsentReasons[unsentBecause] ?? words.unsentUnknown)}
      </p>
      {record.mayChange && <ScheduleActs record={record} mayChange={mayChange} onCancelled={onCancelled} />}
    </section>
  )
}

function ScheduleActs({ record, mayChange, onCancelled }: RecordScheduleProps) {
  const words = useWords(transferRecordWords)
  const [isChanging, setChanging] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const edit = (sendLater: SendLater | null, said: string) =>
    changeRecord(() => call('editTransfer', { params: { transfer: record._id }, body: { sendLater } }), said)
  const cancel = () => {
    setAsking(false)
    void deleteTransfers([record._id], 'sent').then((isGone) => isGone && onCancelled())
  }
  if (isChanging && mayChange) {
    const save = async (time: SendLater) => {
      if (await edit(time, words.timeChanged)) setChanging(false)
    }
    return <TimeForm record={record} onSave={save} onEnd={() => setChanging(false)} />
  }
  return (
    <div className={`${layoutStyles.row} ${layoutStyles.gapTight}`}>
      {mayChange && (
        <>
          <Button onClick={() => void edit(null, words.sentNow)}>{words.sendNow}</Button>
          <Button variant="default" onClick={() => setChanging(true)}>
            {words.changeTime}
          </Button>
        </>
      )}
      <Button variant="default" onClick={() => setAsking(true)}>
        {words.cancelSending}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={words.cancelTitle}
        text={words.cancelText}
        confirmLabel={words.cancelSending}
        keepLabel={words.keepScheduled}
        onConfirm={cancel}
        onKeep={() => setAsking(false)}
      />
    </div>
  )
}

interface TimeFormProps {
  record: TransferRecord
  onSave: (time: SendLater) => Promise<void>
  onEnd: () => void
}

function TimeForm({ record: { sendLater }, onSave, onEnd }: TimeFormProps) {
  const words = useWords(transferRecordWords)
  const account = useAccount()
  const [time, setTime] = useState<SendLater>(() => {
    const chosen = sendLater && { localTime: sendLater.localTime, timeZone: sendLater.timeZone }
    return chosen && isSendTime(chosen) ? chosen : usualSendTime(accountZone(account))
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isSendTime(time)) void onSave(time)
  }
  return (
    <form className={layoutStyles.stackClose} onSubmit={save} onKeyDown={({ key }) => key === 'Escape' && onEnd()}>
      <SendTimeField time={time} onChange={setTime} />
      <div className={`${layoutStyles.row} ${layoutStyles.gapTight}`}>
        <Button type="submit" disabled={!isSendTime(time)}>
          {words.save}
        </Button>
        <Button variant="default" onClick={onEnd}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}
