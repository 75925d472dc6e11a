import { useNavigate, useSearch } from '@tanstack/react-router'
import { isUnpaid } from '@waybill/contract/billing/plans'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import { useRef, useState } from 'react'
import { accountsWords } from '../../features/account/sign-in/words/accounts-words.ts'
import { SignUpForm } from '../../features/account/sign-up/sign-up-form.tsx'
import { LifetimeScreen } from '../../features/billing/lifetime/lifetime-screen.tsx'
import { PeriodSwitch } from '../../features/billing/period-switch.tsx'
import { PlanBox } from '../../features/billing/plan-box.tsx'
import { PlanTable } from '../../features/billing/plan-table.tsx'
import styles from '../../features/billing/pricing.module.css'
import { pricingTitle } from '../../features/billing/pricing-title.ts'
import { soldPlans } from '../../features/billing/sold-plans.ts'
import { billingWords } from '../../features/billing/words/billing-words.ts'
import { useAccount } from '../../shared/api/session.ts'
import { readKept } from '../../shared/storage/kept.ts'
import { Slip } from '../../shared/ui/marks/slip.tsx'
import { usePageTitle } from '../../shared/ui/page/page-title.ts'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'

/** The plans, and the sign-up buttons beside them. `save`, `sender` and `plan` say what led here. */
export function PricingPage() {
  const words = useWords(billingWords)
  const account = useAccount()
  const { sender, save } = useSearch({ strict: false })
  const { title, subheader } = pricingTitle(words, account ?? null, { sender })
  const signUp = useRef<HTMLDivElement>(null)
  usePageTitle(words.pageTitle)
  if (account?.isSumo.isSumo) return <LifetimeScreen account={account} />
  const isVisitor = account === null
  const toSignUp = () => {
    signUp.current?.scrollIntoView({ block: 'nearest' })
    signUp.current?.querySelector('input')?.focus({ preventScroll: true })
  }
  const shown = soldPlans(account ? !isUnpaid(account.role) : false)
  return (
    <div className={styles.pricing} data-visitor={isVisitor || undefined}>
      <div className={styles.pricingHead}>
        <h1 className={partsStyles.headline}>{title}</h1>
        <p>{subheader}</p>
        {isVisitor && save !== undefined && <KeepNote />}
      </div>
      {isVisitor && (
        <div ref={signUp} className={styles.pricingSignUp}>
          <SignUpSlip />
        </div>
      )}
      <Plans account={account ?? null} shown={shown} onTryFree={isVisitor ? toSignUp : undefined} />
      <PlanTable shown={shown} />
    </div>
  )
}

function KeepNote() {
  const words = useWords(billingWords)
  return (
    <div className={`${layoutStyles.callout} ${styles.pricingNote}`} data-tone="good">
      <strong>{words.saveTitle}</strong>
      <p className={textStyles.soft}>{words.saveText}</p>
    </div>
  )
}

/** A visitor who keeps a transfer starts with the address that sent it. */
function SignUpSlip() {
  const words = useWords(accountsWords)
  const { save } = useSearch({ strict: false })
  return (
    <Slip label={words.signUpName} name={words.signUpName} aside={<span />}>
      <SignUpForm
        email={save === undefined ? '' : (readKept('sender') ?? '')}
        intro={<h2 className={`${layoutStyles.title} ${styles.pricingSignUpTitle}`}>{words.signUpTitle}</h2>}
      />
    </Slip>
  )
}

interface PlansProps {
  account: User | null
  shown: ReturnType<typeof soldPlans>
  onTryFree: (() => void) | undefined
}

/** Until plans are sold, only the free one has a button. */
function Plans({ account, shown, onTryFree }: PlansProps) {
  const words = useWords(billingWords)
  const [isYearly, setYearly] = useState(true)
  const navigate = useNavigate()
  const { save, sender, next } = useSearch({ strict: false })
  const tryFree =
    onTryFree &&
    (() => {
      onTryFree()
      void navigate({ to: '/pricing', search: { plan: 'free', save, sender, next }, replace: true, resetScroll: false })
    })
  return (
    <section className={styles.pricingPlans} aria-label={words.plansLabel}>
      <PeriodSwitch isYearly={isYearly} onChoose={setYearly} />
      <ul className={styles.planBoxes}>
        {shown.map((plan) => (
          <PlanBox
            key={plan}
            plan={plan}
            isYearly={isYearly}
            isCurrent={account?.role === plan}
            onChoose={plan === 'free' ? tryFree : undefined}
          />
        ))}
      </ul>
    </section>
  )
}
