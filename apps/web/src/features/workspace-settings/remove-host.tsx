import { useState } from 'react'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { ConfirmDialog } from '../../shared/ui/dialogs/confirm-dialog.tsx'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { releaseHost } from './use-domain.ts'
import { settingsWords } from './words/settings-words.ts'

/** Gives the host up, after a question. */
export function RemoveHost({ host, wasUsed }: { host: string; wasUsed: boolean }) {
  const words = useWords(settingsWords)
  const [isAsked, setAsked] = useState(false)
  const { isBusy, error, save } = useMutation()
  const remove = () =>
    void save(async () => {
      await releaseHost()
      setAsked(false)
    }, words.removed)
  return (
    <>
      <button type="button" className={textStyles.quietButton} onClick={() => setAsked(true)}>
        {words.remove}
      </button>
      <ConfirmDialog
        isOpen={isAsked}
        title={words.removeTitle(host)}
        text={wasUsed ? words.removeUsedText : words.removeText}
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
