import { Link } from '@tanstack/react-router'
import { isLongEnough } from '@waybill/contract/identity/passwords'
import { parseAddress } from '@waybill/contract/transfers/recipients'
import { type FormEvent, useState } from 'react'
import { problemSentence } from '../../../shared/api/problem-words.ts'
import { guessedSentence, useGuessed } from '../../../shared/passwords/use-guessed.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import { FormField } from '../../../shared/ui/fields/form-field.tsx'
import { PasswordField } from '../../../shared/ui/fields/password-field.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import accountFormStyles from '../account-form.module.css'
import { destinationNow, nextSearch } from '../sign-in/destination.ts'
import { EmailField } from '../sign-in/email-field.tsx'
import { accountsWords } from '../sign-in/words/accounts-words.ts'
import type { Refusal, SignUp } from './use-sign-up.ts'

/** The new account's address and password, and its optional details. */
export function DetailsStep({ signUp, takesFocus }: { signUp: SignUp; takesFocus: boolean }) {
  const words = useWords(accountsWords)
  const { details, isBusy, refusal, write, proceed } = signUp
  const { isValid, emailError, passwordError, judgeEmail, judgePassword } = useJudgement(signUp)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isValid && !isBusy) void proceed()
  }
  return (
    <form className={layoutStyles.stack} onSubmit={submit} noValidate>
      <EmailField
        isFirst={takesFocus}
        value={details.email}
        error={refusal?.field === 'email' ? <RefusedEmail refusal={refusal} email={details.email} /> : emailError}
        onType={(email) => {
          signUp.forgive()
          write({ email })
        }}
        onBlur={judgeEmail}
      />
      <PasswordField
        label={words.password}
        value={details.password}
        purpose="new"
        error={refusal?.field === 'password' ? refusal.text : passwordError}
        onType={(password) => {
          signUp.forgive()
          write({ password })
        }}
        onBlur={judgePassword}
      />
      <div className={`${layoutStyles.stack} ${accountFormStyles.accountFormPair}`}>
        <FormField
          label={words.fullName}
          value={details.fullName}
          autoComplete="name"
          maxLength={200}
          onType={(fullName) => write({ fullName })}
        />
        <FormField
          label={words.company}
          value={details.company}
          autoComplete="organization"
          maxLength={200}
          onType={(company) => write({ company })}
        />
      </div>
      <p
        className={`${layoutStyles.bad} ${layoutStyles.large} ${layoutStyles.hidesEmpty} ${accountFormStyles.accountFormError}`}
        role="alert"
      >
        {refusal?.field === 'form' && refusal.text}
      </p>
      <Button type="submit" fullWidth disabled={!isValid} loading={isBusy}>
        {words.proceed}
      </Button>
      <p className={`${layoutStyles.large} ${accountFormStyles.accountFormOther}`}>
        <span className={textStyles.soft}>{words.haveAccount}</span>{' '}
        <Link
          to="/login"
          search={{
            ...nextSearch(destinationNow() ?? ''),
            ...(details.email !== '' && { user: details.email.trim() }),
          }}
          className={textStyles.quietButton}
        >
          {words.logInInstead}
        </Link>
      </p>
    </form>
  )
}

/**
 * Each field is checked when it loses the focus, so that no error shows during typing; a password that is guessed first
 * is refused at once.
 */
function useJudgement({ details }: SignUp) {
  const { email, password } = details
  const words = useWords(accountsWords)
  const { language } = useLanguage()
  const [left, setLeft] = useState({ email: false, password: false })
  const isEmail = 'address' in parseAddress(email)
  const isLong = isLongEnough(password)
  const isGuessed = useGuessed(password, details)
  const passwordError = () => {
    if (isGuessed) return guessedSentence(isGuessed)
    return left.password && password !== '' && !isLong && problemSentence(language, 'password-too-short')
  }
  return {
    isValid: isEmail && isLong && !isGuessed,
    emailError: left.email && email.trim() !== '' && !isEmail && words.emailMissing,
    passwordError: passwordError(),
    judgeEmail: () => setLeft((before) => ({ ...before, email: true })),
    judgePassword: () => setLeft((before) => ({ ...before, password: true })),
  }
}

function RefusedEmail({ refusal, email }: { refusal: Refusal; email: string }) {
  const words = useWords(accountsWords)
  if (!refusal.isTaken) return refusal.text
  return (
    <>
      {refusal.text}{' '}
      <Link
        to="/login"
        search={{ ...nextSearch(destinationNow() ?? ''), user: email.trim() }}
        className={textStyles.quietButton}
      >
        {words.signIn}
      </Link>
    </>
  )
}
