import { parseAddress } from '@waybill/contract/transfers/recipients'
import { type FormEvent, useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { failureSentence } from '../../../shared/api/problem-words.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import accountFormStyles from '../account-form.module.css'
import { keepDestination } from './destination.ts'
import { EmailField } from './email-field.tsx'
import { accountsWords } from './words/accounts-words.ts'

interface ForgotFormProps {
  email: string
  onEmail: (email: string) => void
  onSent: () => void
  onRefused: () => void
}

/** Asks for the mail with the link that sets a new password. */
export function ForgotForm({ email, onEmail, onSent, onRefused }: ForgotFormProps) {
  const words = useWords(accountsWords)
  const { language } = useLanguage()
  const [isJudged, setJudged] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const isValid = 'address' in parseAddress(email)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setJudged(true)
    setError('')
    if (!isValid) return onRefused()
    setBusy(true)
    try {
      await call('requestReset', { body: { email: email.trim().toLowerCase(), lang: language } })
      keepDestination()
      onSent()
    } catch (failure) {
      setError(failureSentence(language, failure))
      onRefused()
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={layoutStyles.stack} onSubmit={(event) => void submit(event)} noValidate>
      <EmailField value={email} error={isJudged && !isValid && words.emailMissing} onType={onEmail} />
      <p
        className={`${layoutStyles.bad} ${layoutStyles.large} ${layoutStyles.hidesEmpty} ${accountFormStyles.accountFormError}`}
        role="alert"
      >
        {error}
      </p>
      <Button type="submit" fullWidth loading={isBusy}>
        {words.sendLink}
      </Button>
    </form>
  )
}
