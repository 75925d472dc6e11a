import type { Sealing } from '@waybill/contract/requests/shapes'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../ui/fields/button.ts'
import { PasswordField } from '../ui/fields/password-field.tsx'
import { useShake } from '../ui/fields/use-shake.ts'
import textStyles from '../ui/styles/text.module.css'
import { useLanguage, useWords } from '../words/language.tsx'
import { sealingTrouble } from './load-sealing.ts'
import sealingStyles from './sealing.module.css'
import { sealingFailure } from './sealing-failure.ts'
import { unlock } from './unlocked.ts'
import { sealingWords } from './words/sealing-words.ts'

interface AskPassphraseProps {
  sealing: Sealing
  /** Beside the button, such as a cancel button. */
  children?: ReactNode
}

/** Unlocks the files of a request for the life of this page; users of `useUnlocked` get the change. */
export function AskPassphrase({ sealing, children }: AskPassphraseProps) {
  const words = useWords(sealingWords)
  const { language } = useLanguage()
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const [box, shake] = useShake<HTMLFormElement>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || typed === '') return
    setBusy(true)
    try {
      await unlock(sealing, typed)
    } catch (failure) {
      setError(sealingFailure(language, failure) ?? '')
      shake()
    } finally {
      setBusy(false)
    }
  }
  if (sealingTrouble()) return <p className={sealingStyles.sealingWarning}>{words.insecure}</p>
  return (
    <form ref={box} className={sealingStyles.sealingAsk} onSubmit={(event) => void submit(event)} noValidate>
      <h3>{words.unlockTitle}</h3>
      <p className={textStyles.soft}>{words.unlockText}</p>
      <PasswordField
        label={words.passphrase}
        purpose="current"
        value={typed}
        error={error}
        onType={(text) => {
          setError('')
          setTyped(text)
        }}
      />
      <div className={sealingStyles.sealingActs}>
        <Button type="submit" loading={isBusy} disabled={typed === ''}>
          {words.unlock}
        </Button>
        {children}
        <span className={textStyles.unseen} role="status">
          {isBusy ? words.unlocking : ''}
        </span>
      </div>
    </form>
  )
}
