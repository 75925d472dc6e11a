import { useState } from 'react'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { ConfirmDialog } from '../../shared/ui/dialogs/confirm-dialog.tsx'
import { Button } from '../../shared/ui/fields/button.ts'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import { notify } from '../../shared/ui/page/notices.ts'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { rereadDesk } from './desk-list.tsx'
import { deskWords } from './words/desk-words.ts'

interface RetryButtonProps {
  title: string
  text: string
  retry: () => Promise<{ isRetried: boolean }>
}

/** Tries a job or a mail again, after a question. */
export function RetryButton({ title, text, retry }: RetryButtonProps) {
  const words = useWords(deskWords)
  const [isOpen, setOpen] = useState(false)
  const { isBusy, error, save } = useMutation()
  const confirm = () =>
    void save(async () => {
      const { isRetried } = await retry()
      setOpen(false)
      notify({ title: isRetried ? words.retried : words.notRetried })
      await rereadDesk()
    })
  return (
    <div className={layoutStyles.row}>
      <Button variant="default" onClick={() => setOpen(true)}>
        {words.retry}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={title}
        text={text}
        confirmLabel={words.retry}
        keepLabel={words.cancel}
        isBusy={isBusy}
        onConfirm={confirm}
        onKeep={() => setOpen(false)}
      >
        <FailureLine>{error}</FailureLine>
      </ConfirmDialog>
    </div>
  )
}
