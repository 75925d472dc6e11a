import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import accountPageStyles from '../../features/account/account-page.module.css'
import { AddressProofForm } from '../../features/account/sign-in/address-proof-form.tsx'
import { BrandedLogin } from '../../features/account/sign-in/branded-login.tsx'
import { ForgotSlip } from '../../features/account/sign-in/forgot-slip.tsx'
import { LogInForm } from '../../features/account/sign-in/log-in-form.tsx'
import { SecondFactorForm } from '../../features/account/sign-in/second-factor-form.tsx'
import { useLogIn } from '../../features/account/sign-in/use-log-in.ts'
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

function BackButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <button type="button" className={textStyles.quietButton} onClick={onPress}>
      <Icon name="back" size={16} />
      {label}
    </button>
  )
}
