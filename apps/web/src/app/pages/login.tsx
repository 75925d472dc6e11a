import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import accountPageStyles from '../../features/account/account-page.module.css'
import { AddressProofForm } from '../../features/account/sign-in/address-proof-form.tsx'
import { BrandedLogin } from '../../features/account/sign-in/branded-login.tsx'
import { ForgotSlip } from '../../features/account/sign-in/forgot-slip.tsx'
import { LogInForm } from '../../features/account/sign-in/log-in-form.tsx'
import { SecondFactorForm } from '../../features/account/sign-in/second-factor-form.tsx'
import { type LogIn, useLogIn } from '../../features/account/sign-in/use-log-in.ts'
import { accountsWords } from '../../features/account/sign-in/words/accounts-words.ts'
import { fetchDashAhead } from '../../shared/loading/fetch-ahead.ts'
import { useShake } from '../../shared/ui/fields/use-shake.ts'
import { Icon } from '../../shared/ui/marks/icons.tsx'
import { Slip } from '../../shared/ui/marks/slip.tsx'
import { usePageTitle } from '../../shared/ui/page/page-title.ts'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'

/** The login page; `user` fills in the address, `forgotPass` opens the form for a new password. */
export function LoginPage() {
  const words = useWords(accountsWords)
  const { user = '', forgotPass, next } = useSearch({ strict: false })
  const navigate = useNavigate()
  useEffect(() => void fetchDashAhead(), [])
  // An unencoded '+' in an address arrives as a space.
  const [email, setEmail] = useState(user.trim().replaceAll(' ', '+'))
  const isForgotten = forgotPass !== undefined && forgotPass !== 'false'
  usePageTitle(isForgotten ? words.forgotTitle : words.logInTitle)
  const show = (forgotten: boolean) =>
    void navigate({ to: '/login', search: forgotten ? { forgotPass: 'true', next } : { next }, replace: true })
  return (
    <div className={accountPageStyles.accountPage}>
      {isForgotten ? (
        <ForgotSlip
          email={email}
          onEmail={setEmail}
          title={words.forgotTitle}
          text={words.forgotText}
          back={<BackButton label={words.backToLogIn} onPress={() => show(false)} />}
        />
      ) : (
        <LogInSlip email={email} onEmail={setEmail} onForgot={() => show(true)} />
      )}
    </div>
  )
}

interface LogInSlipProps {
  email: string
  onEmail: (email: string) => void
  onForgot: () => void
}

function LogInSlip(props: LogInSlipProps) {
  const words = useWords(accountsWords)
  const logIn = useLogIn()
  const isReturning = useCompanyReturn(logIn)
  const [box, shake] = useShake<HTMLDivElement>()
  if (logIn.secondFactor || logIn.unproven !== null) {
    return (
      <div ref={box}>
        <Slip
          label={words.factorName}
          name={words.factorName}
          aside={<BackButton label={words.back} onPress={logIn.goBack} />}
        >
          {logIn.unproven === null ? (
            <SecondFactorForm logIn={logIn} onRefused={shake} />
          ) : (
            <AddressProofForm logIn={logIn} onRefused={shake} />
          )}
        </Slip>
      </div>
    )
  }
  if (isReturning) {
    return (
      <Slip label={words.logInName} name={words.logInName} aside={<span />}>
        <BrandedLogin />
        <h1>{words.logInTitle}</h1>
        <p role="status">{logIn.isRetrying ? words.retrying : words.companyReturn}</p>
      </Slip>
    )
  }
  return (
    <div ref={box}>
      <Slip label={words.logInName} name={words.logInName} aside={<span />}>
        <BrandedLogin />
        <h1>{words.logInTitle}</h1>
        <LogInForm logIn={logIn} onRefused={shake} {...props} />
      </Slip>
    </div>
  )
}

/** Finishes the login that the company's own page has led back from. True while it does. */
function useCompanyReturn(logIn: LogIn): boolean {
  const { state, code, error, iss } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [isReturning, setReturning] = useState(state !== undefined)
  const isBegun = useRef(false)
  useEffect(() => {
    if (state === undefined || isBegun.current) return
    isBegun.current = true
    const query = { state, ...(code && { code }), ...(error && { error }), ...(iss && { iss }) }
    // The code leaves the address bar, and so stays out of copied links.
    void navigate({ to: '/login', search: {}, replace: true })
    void logIn.returnFromCompany(query).finally(() => setReturning(false))
  }, [state, code, error, iss, logIn, navigate])
  return isReturning
}

function BackButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <button type="button" className={textStyles.quietButton} onClick={onPress}>
      <Icon name="back" size={16} />
      {label}
    </button>
  )
}
