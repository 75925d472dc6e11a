import { useState } from 'react'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { ConfirmDialog } from '../../shared/ui/dialogs/confirm-dialog.tsx'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { releaseMailDomain } from './use-mail-domain.ts'
import { mailDomainWords } from './words/mail-domain-words.ts'

/** Gives the email domain up, after a question. */
export function RemoveMailDomain({ domain }: { domain: string }) {
  const words = useWords(mailDomainWords)
  const [isAsked, setAsked] = useState(false)
  const { isBusy, error, save } = useMutation()
  const remove = () =>
    void save(async () => {
      await releaseMailDomain()
      setAsked(false)
    }, words.removed)
  return (
    <>
      <button type="button" className={textStyles.quietButton} onClick={() => setAsked(true)}>
        {words.remove}
      </button>
      <ConfirmDialog
        isOpen={isAsked}
        title={words.removeTitle(domain)}
        text={words.removeText}
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
