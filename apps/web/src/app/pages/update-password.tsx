import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import accountPageStyles from '../../features/account/account-page.module.css'
import { ForgotSlip } from '../../features/account/sign-in/forgot-slip.tsx'
import { NewPasswordForm } from '../../features/account/sign-in/new-password-form.tsx'
import { readResetToken } from '../../features/account/sign-in/reset-token.ts'
import { accountsWords } from '../../features/account/sign-in/words/accounts-words.ts'
import { call } from '../../shared/api/client.ts'
import { Icon } from '../../shared/ui/marks/icons.tsx'
import { Loader } from '../../shared/ui/marks/loader.ts'
import { Slip } from '../../shared/ui/marks/slip.tsx'
import { usePageTitle } from '../../shared/ui/page/page-title.ts'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'

/** Opened by the link of a reset mail. The form appears only after the server has confirmed the link. */
export function UpdatePasswordPage() {
  const words = useWords(accountsWords)
  const [verdict, setVerdict] = useVerdict()
  const [email, setEmail] = useState('')
  usePageTitle(words.resetTitle)
  return (
    <div className={accountPageStyles.accountPage}>
      {verdict === 'bad' ? (
        <ForgotSlip
          email={email}
          onEmail={setEmail}
          title={words.resetBadTitle}
          text={words.resetBadText}
          back={<BackLink />}
        />
      ) : (
        <Slip label={words.resetName} name={words.resetName} aside={<span />}>
          {verdict === 'good' ? (
            <NewPasswordForm onRefused={() => setVerdict('bad')} />
          ) : (
            <p className={`${textStyles.soft} account-waiting`} role="status">
              <Loader size={16} color="var(--ink-soft)" /> {words.resetChecking}
            </p>
          )}
        </Slip>
      )}
    </div>
  )
}

type Verdict = 'good' | 'bad' | null

/** Any answer except the server's confirmation blocks the reset. */
function useVerdict() {
  const [verdict, setVerdict] = useState<Verdict>(null)
  useEffect(() => {
    const token = readResetToken()
    if (token === null) return setVerdict('bad')
    void call('checkResetToken', { body: { token } }).then(
      () => setVerdict('good'),
      () => setVerdict('bad'),
    )
  }, [])
  return [verdict, setVerdict] as const
}

function BackLink() {
  const words = useWords(accountsWords)
  return (
    <Link to="/login" className={textStyles.quietButton}>
      <Icon name="back" size={16} />
      {words.backToLogIn}
    </Link>
  )
}
