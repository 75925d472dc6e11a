import { Link } from '@tanstack/react-router'
import { parseAddress } from '@waybill/contract/transfers/recipients'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../shared/ui/fields/button.ts'
import { PasswordField } from '../../../shared/ui/fields/password-field.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import accountFormStyles from '../account-form.module.css'
import { destinationNow, nextSearch } from './destination.ts'
import { EmailField } from './email-field.tsx'
import type { LogIn } from './use-log-in.ts'
import { accountsWords } from './words/accounts-words.ts'

interface LogInFormProps {
  logIn: LogIn
  email: string
  onEmail: (email: string) => void
  onForgot: () => void
  /** The server refused the input. */
  onRefused: () => void
}

/** Address and password. The page does not send an invalid address or an empty password. */
export function LogInForm({ logIn, email, onEmail, onForgot, onRefused }: LogInFormProps) {
  const words = useWords(accountsWords)
  const [password, setPassword] = useState('')
  const [isJudged, setJudged] = useState(false)
  // A company's login needs the address alone.
  const [isCompanyAsked, setCompanyAsked] = useState(false)
  const emailError = (isJudged || isCompanyAsked) && !('address' in parseAddress(email)) && words.emailMissing
  const passwordError = isJudged && password === '' && words.passwordMissing
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (logIn.isBusy) return
    setJudged(true)
    const isValid = 'address' in parseAddress(email) && password !== ''
    if (!isValid || !(await logIn.enter(email.trim().toLowerCase(), password))) onRefused()
  }
  const goToCompany = async () => {
    setCompanyAsked(true)
    const isValid = 'address' in parseAddress(email)
    if (!isValid || !(await logIn.leaveForCompany(email.trim().toLowerCase()))) onRefused()
  }
  return (
    <form className={layoutStyles.stack} onSubmit={(event) => void submit(event)} noValidate>
      <EmailField value={email} error={emailError} onType={onEmail} />
      <PasswordField
        label={words.password}
        value={password}
        purpose="current"
        error={passwordError}
        onType={setPassword}
      />
      <p
        className={`${layoutStyles.bad} ${layoutStyles.large} ${layoutStyles.hidesEmpty} ${accountFormStyles.accountFormError}`}
        role="alert"
      >
        {logIn.error}
      </p>
      <Button type="submit" fullWidth loading={logIn.isBusy}>
        {words.logIn}
      </Button>
      <Button variant="default" fullWidth disabled={logIn.isBusy} onClick={() => void goToCompany()}>
        {words.companyLogin}
      </Button>
      <p className={`${textStyles.soft} ${layoutStyles.medium} ${layoutStyles.hidesEmpty}`} role="status">
        {logIn.isRetrying && words.retrying}
      </p>
      <div className={`${layoutStyles.wrap} ${accountFormStyles.accountFormWays}`}>
        <button type="button" className={textStyles.quietButton} onClick={onForgot}>
          {words.forgot}
        </button>
        <span>
          <span className={textStyles.soft}>{words.newHere}</span>{' '}
          <Link to="/signup" search={nextSearch(destinationNow() ?? '')} className={textStyles.quietButton}>
            {words.signUp}
          </Link>
        </span>
      </div>
    </form>
  )
}
