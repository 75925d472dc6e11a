import { type FormEvent, type ReactNode, useState } from 'react'
import { useMutation } from '../api/use-mutation.ts'
import { Button } from '../ui/fields/button.ts'
import { FailureLine } from '../ui/fields/failure-line.tsx'
import { PasswordField } from '../ui/fields/password-field.tsx'
import layoutStyles from '../ui/styles/layout.module.css'
import textStyles from '../ui/styles/text.module.css'

export interface PasswordFormProps {
  /** Runs with the password; its refusal shows here. */
  onGive: (password: string) => Promise<unknown>
  label: string
  onEnd: () => void
  words: { password: string; cancel: string }
  /** The notice once it is done. */
  done?: string
  isReady?: boolean
  children?: ReactNode
}

/** A change that requires the password. */
export function PasswordForm({ onGive, label, onEnd, words, done, isReady = true, children }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  const { isBusy, error, forgive, save } = useMutation()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(() => onGive(password), done)
  }
  return (
    <form onSubmit={submit}>
      {children}
      <PasswordField
        label={words.password}
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
