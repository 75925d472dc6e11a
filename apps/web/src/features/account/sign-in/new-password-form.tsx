import { useNavigate } from '@tanstack/react-router'
import { Problem } from '@waybill/contract/core/problems'
import { isLongEnough } from '@waybill/contract/identity/passwords'
import { type FormEvent, useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { failureSentence, problemSentence } from '../../../shared/api/problem-words.ts'
import { guessedSentence, useGuessed } from '../../../shared/passwords/use-guessed.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import { PasswordField } from '../../../shared/ui/fields/password-field.tsx'
import { useShake } from '../../../shared/ui/fields/use-shake.ts'
import { notify } from '../../../shared/ui/page/notices.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { forgetResetToken, readResetToken } from './reset-token.ts'
import { accountsWords } from './words/accounts-words.ts'

/** Sets the new password with the link's token, then leads to the login. `onRefused`: the link is no longer valid. */
export function NewPasswordForm({ onRefused }: { onRefused: () => void }) {
  const words = useWords(accountsWords)
  const { language } = useLanguage()
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [box, shake] = useShake<HTMLFormElement>()
  const isGuessed = useGuessed(password, null)
  const save = async () => {
    setBusy(true)
    try {
      await call('resetPassword', { body: { token: readResetToken() ?? '', password } })
      forgetResetToken()
      notify({ title: words.resetDone, text: words.resetDoneText })
      await navigate({ to: '/login' })
    } catch (failure) {
      if (failure instanceof Problem && failure.code === 'reset-refused') return onRefused()
      setError(failureSentence(language, failure))
      shake()
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (isGuessed) return shake()
    if (isLongEnough(password)) return void save()
    setError(problemSentence(language, 'password-too-short'))
    shake()
  }
  return (
    <form ref={box} className={layoutStyles.stack} onSubmit={submit} noValidate>
      <div>
        <h1>{words.resetTitle}</h1>
        <p className={textStyles.soft}>{words.resetText}</p>
      </div>
      <PasswordField
        label={words.newPassword}
        value={password}
        purpose="new"
        error={guessedSentence(isGuessed) ?? error}
        onType={(text) => {
          setError('')
          setPassword(text)
        }}
      />
      <Button type="submit" fullWidth loading={isBusy}>
        {words.resetSave}
      </Button>
    </form>
  )
}
