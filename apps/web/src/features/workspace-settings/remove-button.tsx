import { useState } from 'react'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { ConfirmDialog } from '../../shared/ui/dialogs/confirm-dialog.tsx'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import textStyles from '../../shared/ui/styles/text.module.css'

interface RemoveButtonProps {
  title: string
  text: string
  words: { remove: string; removed: string; keep: string }
  onRemove: () => Promise<unknown>
}

/** Gives something up, after a question. */
export function RemoveButton({ title, text, words, onRemove }: RemoveButtonProps) {
  const [isAsked, setAsked] = useState(false)
  const { isBusy, error, save } = useMutation()
  const remove = () =>
    void save(async () => {
      await onRemove()
      setAsked(false)
    }, words.removed)
  return (
    <>
      <button type="button" className={textStyles.quietButton} onClick={() => setAsked(true)}>
        {words.remove}
      </button>
      <ConfirmDialog
        isOpen={isAsked}
        title={title}
        text={text}
        confirmLabel={words.remove}
        keepLabel={words.keep}
        isBusy={isBusy}
        onConfirm={remove}
        onKeep={() => setAsked(false)}
      >
        <FailureLine>{error}</FailureLine>
      </ConfirmDialog>
    </>
  )
}
