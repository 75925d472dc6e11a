import type { RequestRecord, RequestSupplier } from '@waybill/contract/requests/shapes'
import { type FormEvent, useId, useState } from 'react'
import { useMutation } from '../../../../shared/api/use-mutation.ts'
import { useOverlay } from '../../../../shared/ui/dialogs/overlays.ts'
import { Button } from '../../../../shared/ui/fields/button.ts'
import fieldStyles from '../../../../shared/ui/fields/field.module.css'
import { useFocusOnce } from '../../../../shared/ui/fields/use-focus-once.ts'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { useRequestWords } from '../../request-words.ts'
import { type Answered, sendItemBack } from '../record-calls.ts'
import { requestRecordWords } from '../words/request-record-words.ts'
import recordSupplierStyles from './record-supplier.module.css'

/** The contract's. */
const NOTE_CHARS = 500

interface SendBackFormProps {
  record: RequestRecord
  supplier: RequestSupplier
  answered: Answered
  onEnd: () => void
}

/** Sends one item back, and says why. */
export function SendBackForm({ record, supplier, answered, onEnd }: SendBackFormProps) {
  // Escape closes the form, and not the panel around it.
  useOverlay(true, onEnd, { hasEntry: false })
  const words = useRequestWords(requestRecordWords)
  const id = useId()
  const field = useFocusOnce<HTMLTextAreaElement>()
  const [note, setNote] = useState('')
  const { isBusy, save } = useMutation()
  const isMailed = supplier.email !== null && supplier.kind !== 'claimed'
  const send = (event: FormEvent) => {
    event.preventDefault()
    void save(() => sendItemBack(record, answered, note.trim()).then((isSent) => isSent && onEnd()))
  }
  return (
    <form className={recordSupplierStyles.sendBack} aria-label={words.sendBackTitle(answered.itemName)} onSubmit={send}>
      <div className={`${layoutStyles.ends} ${fieldStyles.fieldHead}`}>
        <label htmlFor={id}>{words.note}</label>
        <span className={`${fieldStyles.fieldCount} ${textStyles.mono}`}>
          {words.noteLeft(NOTE_CHARS - note.length)}
        </span>
      </div>
      <textarea
        ref={field}
        id={id}
        className={fieldStyles.textField}
        rows={3}
        maxLength={NOTE_CHARS}
        value={note}
        aria-describedby={`${id}-means`}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <p id={`${id}-means`} className={textStyles.soft}>
        {words.sendBackText} {isMailed ? words.sendBackMailed(supplier.email ?? '') : words.sendBackUnmailed}
      </p>
      <div className={`${layoutStyles.row} ${recordSupplierStyles.supplierJudge}`}>
        <Button type="submit" size="sm" loading={isBusy}>
          {words.sendBack}
        </Button>
        <button type="button" className={textStyles.quietButton} onClick={onEnd}>
          {words.cancel}
        </button>
      </div>
    </form>
  )
}
