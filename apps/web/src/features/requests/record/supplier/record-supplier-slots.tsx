import { Button } from '@mantine/core'
import { formatBytes } from '@waybill/contract/core/sizes'
import { openedName } from '@waybill/contract/requests/sealed-form'
import type { RequestPerson, RequestRecord, Slot } from '@waybill/contract/requests/shapes'
import type { Submission } from '@waybill/contract/requests/submission-endpoints'
import { useState } from 'react'
import { useLanguage, useWords } from '../../../../shared/words/language.tsx'
import { OpenButton, UnlockButton, useOpeningKeys } from '../../sealed/sealed-file.tsx'
import { useBusy } from '../../use-busy.ts'
import { markOf } from '../people/mark-of.ts'
import { SlotMark } from '../people/record-mark.tsx'
import { isThere } from '../people/who-of.ts'
import { acceptSlot, fetchFiles } from '../record-calls.ts'
import { requestRecordWords } from '../words/request-record-words.ts'
import { SendBackForm } from './record-send-back.tsx'

/** The rest stand below, with the submission they came in. */
const MOST_FILES = 4

interface SupplierSlotsProps {
  record: RequestRecord
  person: RequestPerson
  submissions: readonly Submission[]
  mayChange: boolean
}

/** Everything that is asked of a supplier, what came to it, and whether that will do. */
export function SupplierSlots({ record, person, submissions, mayChange }: SupplierSlotsProps) {
  const words = useWords(requestRecordWords)
  const states = new Map(person.slots.map((state) => [state.slot, state]))
  const files = Map.groupBy(
    submissions.flatMap((submission) => submission.files.filter((file) => isThere(file) && !file.isSentBack)),
    ({ slot }) => slot,
  )
  return (
    <section aria-labelledby="supplier-slots">
      <h3 id="supplier-slots">{words.asked}</h3>
      <ul className="supplier-slots">
        {record.slots.map((slot) => {
          const state = states.get(slot._id)
          const shown = { record, person, slot, files: files.get(slot._id) ?? [], mayChange }
          return state && <SupplierSlot key={slot._id} state={state} {...shown} />
        })}
      </ul>
    </section>
  )
}

interface SupplierSlotProps extends Omit<SupplierSlotsProps, 'submissions'> {
  slot: Slot
  state: RequestPerson['slots'][number]
  files: Submission['files']
}

function SupplierSlot({ record, person, slot, state, files, mayChange }: SupplierSlotProps) {
  const words = useWords(requestRecordWords)
  const [isSendingBack, setSendingBack] = useState(false)
  const answered = { person: person._id, slot: slot._id, slotName: slot.name }
  return (
    <li className="supplier-slot">
      <div className="supplier-slot-head">
        <strong>
          {slot.name}
          {!slot.isRequired && <span className="soft"> {words.optional}</span>}
        </strong>
        <SlotMark mark={markOf(state, slot, person.isLate)} count={state.fileCount} />
      </div>
      <SlotFiles files={files} count={state.fileCount} />
      {state.state === 'sent-back' && (
        <div className="supplier-slot-note">
          {state.note === '' ? (
            <p className="soft">{words.noNote}</p>
          ) : (
            <>
              <p className="soft">{words.yourNote}</p>
              <blockquote>{state.note}</blockquote>
            </>
          )}
        </div>
      )}
      {/* The form goes as the note comes: what stands below moves once, and not under a pointer. */}
      {isSendingBack && state.state !== 'sent-back' ? (
        <SendBackForm record={record} person={person} answered={answered} onEnd={() => setSendingBack(false)} />
      ) : (
        <Judgement
          record={record}
          state={state.state}
          answered={answered}
          mayChange={mayChange}
          onSendBack={() => setSendingBack(true)}
        />
      )}
    </li>
  )
}

function SlotFiles({ files, count }: { files: Submission['files']; count: number }) {
  const words = useWords(requestRecordWords)
  if (files.length === 0) return null
  const shown = files.slice(0, MOST_FILES)
  return (
    <ul className="supplier-slot-files">
      {shown.map((file) => (
        <li key={file._id}>
          <SlotFile file={file} />
        </li>
      ))}
      {count > shown.length && <li className="soft">{words.moreFiles(count - shown.length)}</li>}
    </ul>
  )
}

/** What is sealed takes the passphrase first. */
function SlotFile({ file }: { file: Submission['files'][number] }) {
  const words = useWords(requestRecordWords)
  const { language } = useLanguage()
  const isUnlocked = useOpeningKeys() !== null
  const { _id, fileName, bytes, sealed } = file
  const size = <span className="soft mono">{formatBytes(sealed?.bytes ?? bytes, language)}</span>
  if (sealed) {
    const name = openedName(fileName)
    return (
      <>
        <span className="supplier-slot-file">
          {isUnlocked ? name : <UnlockButton file={file}>{name}</UnlockButton>} {size}
        </span>
        <OpenButton file={file} />
      </>
    )
  }
  return (
    <>
      <button type="button" className="quiet-button" title={words.download} onClick={() => void fetchFiles([_id])}>
        <span className="unseen">{words.download}: </span>
        {fileName}
      </button>{' '}
      {size}
    </>
  )
}

interface JudgementProps {
  record: RequestRecord
  state: SupplierSlotProps['state']['state']
  answered: Parameters<typeof acceptSlot>[1]
  mayChange: boolean
  onSendBack: () => void
}

/** What came may be taken, or asked for again; also once it was taken. */
function Judgement({ record, state, answered, mayChange, onSendBack }: JudgementProps) {
  const words = useWords(requestRecordWords)
  const [isBusy, run] = useBusy()
  if (state !== 'arrived' && state !== 'accepted') return null
  return (
    <div className="supplier-judge">
      {state === 'arrived' && (
        <Button variant="default" size="sm" loading={isBusy} onClick={() => run(() => acceptSlot(record, answered))}>
          {words.accept}
          <span className="unseen"> {answered.slotName}</span>
        </Button>
      )}
      {mayChange && (
        <button type="button" className="quiet-button" disabled={isBusy} onClick={onSendBack}>
          {words.sendBack}
          <span className="unseen"> {answered.slotName}</span>
        </button>
      )}
    </div>
  )
}
