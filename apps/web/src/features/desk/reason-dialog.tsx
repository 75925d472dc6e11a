import { useState } from 'react'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { ConfirmDialog } from '../../shared/ui/dialogs/confirm-dialog.tsx'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import { FormField } from '../../shared/ui/fields/form-field.tsx'
import { useWords } from '../../shared/words/language.tsx'
import { rereadDesk } from './desk-list.tsx'
import { deskWords } from './words/desk-words.ts'

interface ReasonDialogProps {
  isOpen: boolean
  title: string
  text: string
  confirmLabel: string
  /** What the notice says afterwards; absent: `act` says it. */
  done?: string
  act: (reason: string) => Promise<unknown>
  onEnd: () => void
}

/** Asks for the reason of an act, which the security log keeps, before the act. */
export function ReasonDialog({ isOpen, title, text, confirmLabel, done, act, onEnd }: ReasonDialogProps) {
  const words = useWords(deskWords)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { isBusy, error, save } = useMutation()
  const confirm = () => {
    setMissing(reason.trim() === '')
    if (reason.trim() === '') return
    void save(async () => {
      await act(reason)
      onEnd()
      await rereadDesk()
    }, done)
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={title}
      text={text}
      confirmLabel={confirmLabel}
      keepLabel={words.cancel}
      isBusy={isBusy}
      onConfirm={confirm}
      onKeep={onEnd}
    >
      <FormField
        label={words.reasonLabel}
        value={reason}
        maxLength={500}
        error={isMissing && words.reasonMissing}
        onType={setReason}
      />
      <FailureLine>{error}</FailureLine>
    </ConfirmDialog>
  )
}
