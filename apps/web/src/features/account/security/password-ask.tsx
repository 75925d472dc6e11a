import { type FormEvent, type ReactNode, useState } from 'react'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import { FailureLine } from '../../../shared/ui/fields/failure-line.tsx'
import { PasswordField } from '../../../shared/ui/fields/password-field.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { accountPageWords } from '../words/account-page-words.ts'

interface PasswordAskProps {
  /** Runs with the password; its refusal shows here. */
  onGive: (password: string) => Promise<void>
  label: string
  onEnd: () => void
  isReady?: boolean
  children?: ReactNode
}

/** A change that requires the password. */
export function PasswordAsk({ onGive, label, onEnd, isReady = true, children }: PasswordAskProps) {
  const words = useWords(accountPageWords)
  const [password, setPassword] = useState('')
  const { isBusy, error, forgive, save } = useMutation()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(() => onGive(password))
  }
  return (
    <form onSubmit={submit}>
      {children}
      <PasswordField
        label={words.currentPassword}
        purpose="current"
        value={password}
        onType={(text) => {
          forgive()
          setPassword(text)
        }}
      />
      <FailureLine>{error}</FailureLine>
      <div className={layoutStyles.row}>
        <Button type="submit" loading={isBusy} disabled={password === '' || !isReady}>
          {label}
        </Button>
        <button type="button" className={textStyles.quietButton} onClick={onEnd}>
          {words.cancel}
        </button>
      </div>
    </form>
  )
}
