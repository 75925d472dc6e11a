import { useSearch } from '@tanstack/react-router'
import { accountsWords } from '../../features/account/sign-in/words/accounts-words.ts'
import { SignUpForm } from '../../features/account/sign-up/sign-up-form.tsx'
import styles from '../../features/billing/lifetime/lifetime.module.css'
import { LifetimeLadder, LifetimeScreen } from '../../features/billing/lifetime/lifetime-screen.tsx'
import { billingWords } from '../../features/billing/words/billing-words.ts'
import { useAccount } from '../../shared/api/session.ts'
import { Slip } from '../../shared/ui/marks/slip.tsx'
import { usePageTitle } from '../../shared/ui/page/page-title.ts'
import { PageWaiting } from '../../shared/ui/page/page-waiting.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import { useWords } from '../../shared/words/language.tsx'

/**
 * Where buyers of the lifetime deal come with their codes. An account activates them here; a visitor signs up or logs in
 * first and is led back, with the code that the address named.
 */
export function LifetimePage() {
  const words = useWords(billingWords)
  const account = useAccount()
  const { code } = useSearch({ strict: false })
  usePageTitle(words.lifetime.pageTitle)
  if (account === undefined) return <PageWaiting />
  return account ? <LifetimeScreen account={account} code={code} /> : <LifetimeSignUp />
}

function LifetimeSignUp() {
  const words = useWords(billingWords)
  const accounts = useWords(accountsWords)
  return (
    <div className={styles.lifetime}>
      <div className={`${layoutStyles.stack} ${styles.lifetimeBanner}`}>
        <h1>{words.lifetime.welcome}</h1>
        <p>{words.lifetime.visitorIntro}</p>
        <LifetimeLadder codes={0} />
      </div>
      <Slip label={accounts.signUpName} name={accounts.signUpName} aside={<span />}>
        <SignUpForm />
      </Slip>
    </div>
  )
}
