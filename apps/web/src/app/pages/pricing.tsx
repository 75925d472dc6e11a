import { useNavigate, useSearch } from '@tanstack/react-router'
import { type PlanChoice, planCode, readPlanCode } from '@waybill/contract/billing/plan-code'
import type { PlanName } from '@waybill/contract/billing/plan-names'
import { isUnpaid, type Period, plans, type SoldRole, soldRoles } from '@waybill/contract/billing/plans'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import { useEffect, useRef, useState } from 'react'
import { accountsWords } from '../../features/account/sign-in/words/accounts-words.ts'
import { SignUpForm } from '../../features/account/sign-up/sign-up-form.tsx'
import { AccountPlans } from '../../features/billing/buying/account-plans.tsx'
import { useBeginCheckout } from '../../features/billing/buying/use-begin-checkout.ts'
import { useLifetimeAlone } from '../../features/billing/buying/use-billing.ts'
import { formatUsd } from '../../features/billing/format-money.ts'
import { LifetimeScreen } from '../../features/billing/lifetime/lifetime-screen.tsx'
import { PlanBoxes } from '../../features/billing/plan-boxes.tsx'
import { PlanNote } from '../../features/billing/plan-note.tsx'
import { PlanTable } from '../../features/billing/plan-table.tsx'
import styles from '../../features/billing/pricing.module.css'
import { pricingTitle } from '../../features/billing/pricing-title.ts'
import { ReviewUs } from '../../features/billing/review-us.tsx'
import { soldPlans } from '../../features/billing/sold-plans.ts'
import { billingWords } from '../../features/billing/words/billing-words.ts'
import { buyingWords } from '../../features/billing/words/buying-words.ts'
import { useLive } from '../../features/notifications/use-live.ts'
import { useAccount } from '../../shared/api/session.ts'
import { plansAddTax, plansSeller } from '../../shared/document/plans-seller.ts'
import { readKept } from '../../shared/storage/kept.ts'
import { Button } from '../../shared/ui/fields/button.ts'
import { Slip } from '../../shared/ui/marks/slip.tsx'
import { usePageTitle } from '../../shared/ui/page/page-title.ts'
import { PageWaiting } from '../../shared/ui/page/page-waiting.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { invalidateShown } from '../shell/invalidate-shown.ts'

/** The plans, and the sign-up beside them for a visitor. `save`, `sender` and `plan` say what led here. */
export function PricingPage() {
  const words = useWords(billingWords)
  const account = useAccount()
  const { sender, save } = useSearch({ strict: false })
  const { title, subheader } = pricingTitle(words, account ?? null, { sender })
  usePageTitle(words.pageTitle)
  const isLifetimeAlone = useLifetimeAlone(account)
  if (isLifetimeAlone === undefined) return <PageWaiting />
  if (account && isLifetimeAlone) return <LifetimeScreen account={account} />
  const isVisitor = account === null
  return (
    <div className={styles.pricing} data-visitor={isVisitor || undefined}>
      <div className={styles.pricingHead}>
        <h1 className={partsStyles.headline}>{title}</h1>
        <p>{subheader}</p>
        {isVisitor && save !== undefined && <KeepNote />}
      </div>
      {account ? <OwnPlans account={account} /> : <VisitorPlans isKnown={isVisitor} />}
      <PlanTable shown={soldPlans(account ? !isUnpaid(account.role) : false)} />
      {account && <ReviewUs />}
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

function OwnPlans({ account }: { account: User }) {
  const { plan } = useSearch({ strict: false })
  useLive(invalidateShown)
  return <AccountPlans account={account} checkout={useBeginCheckout()} wantedPeriod={readPlanCode(plan)?.period} />
}

/**
 * A visitor signs up first, and goes on to the checkout of the plan that the address names. Until it is known that
 * nobody is signed in, the sign-up is not shown.
 */
function VisitorPlans({ isKnown }: { isKnown: boolean }) {
  const { testCards, taxAdded } = useWords(buyingWords)
  const { plan } = useSearch({ strict: false })
  const signUp = useRef<HTMLDivElement>(null)
  const isSelling = plansSeller() !== null
  const choice = isSelling ? readPlanCode(plan) : null
  const [asked, setAsked] = useState<Period>(choice?.period ?? 'yearly')
  const choose = useChoose()
  const [led] = useState(plan !== undefined)
  const isHeaded = isKnown && led && !sideBySide()
  useEffect(() => {
    // A phone shows the plans first: who has chosen one elsewhere goes on to the sign-up.
    if (!isHeaded) return
    const later = setTimeout(() => signUp.current?.scrollIntoView({ block: 'start' }))
    return () => clearTimeout(later)
  }, [isHeaded])
  const chooseAndSignUp = (chosen: PlanChoice | 'free') => {
    choose(chosen)
    signUp.current?.scrollIntoView({ block: 'nearest' })
    signUp.current?.querySelector('input')?.focus({ preventScroll: true })
  }
  const changePeriod = (period: Period) => {
    setAsked(period)
    if (choice) choose({ role: choice.role, period })
  }
  return (
    <>
      <PlanBoxes
        owned={null}
        period={asked}
        onPeriod={changePeriod}
        chosen={choice?.role}
        action={(name) =>
          isKnown && (
            <VisitorButton
              plan={name}
              onChoose={() => chooseAndSignUp(isSold(name) ? { role: name, period: asked } : 'free')}
            />
          )
        }
      >
        {plansAddTax() && <PlanNote>{taxAdded}</PlanNote>}
        {plansSeller() === 'sandbox' && <PlanNote>{testCards}</PlanNote>}
      </PlanBoxes>
      {isKnown && (
        <div ref={signUp} className={styles.pricingSignUp}>
          <SignUpSlip choice={choice} />
        </div>
      )}
    </>
  )
}

/** Whether the sign-up is beside the plans: where the style sheet has two columns. */
const sideBySide = (): boolean => matchMedia('(min-width: 881px)').matches

const isSold = (plan: PlanName): plan is SoldRole => (soldRoles as readonly PlanName[]).includes(plan)

/** Keeps the choice in the address, and in where the sign-up or a login leads. */
function useChoose(): (chosen: PlanChoice | 'free') => void {
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  return (chosen) => {
    const plan = chosen === 'free' ? 'free' : planCode(chosen)
    const next = chosen === 'free' ? search.next?.replace(/^\/dash\/account\/plans\?.*$/, '/dash') : buyingPath(plan)
    void navigate({ to: '/signup', search: { ...search, plan, next } as never, replace: true, resetScroll: false })
  }
}

const buyingPath = (plan: string) => `/dash/account/plans?plan=${plan}`

function VisitorButton({ plan, onChoose }: { plan: PlanName; onChoose: () => void }) {
  const { tryFree } = useWords(billingWords)
  const { tryWeek } = useWords(buyingWords)
  if (isSold(plan) && plansSeller() === null) return null
  return (
    <Button fullWidth variant={isSold(plan) ? 'filled' : 'default'} onClick={onChoose}>
      {isSold(plan) ? tryWeek : tryFree}
    </Button>
  )
}

/** A visitor who keeps a transfer starts with the address that sent it. */
function SignUpSlip({ choice }: { choice: PlanChoice | null }) {
  const words = useWords(accountsWords)
  const { save, verifyComplete } = useSearch({ strict: false })
  return (
    <Slip label={words.signUpName} name={words.signUpName} aside={<span />}>
      <SignUpForm
        email={save === undefined ? '' : (readKept('sender') ?? '')}
        code={verifyComplete ?? ''}
        intro={
          <>
            <h2 className={`${layoutStyles.title} ${styles.pricingSignUpTitle}`}>{words.signUpTitle}</h2>
            <p role="status" className={`${textStyles.soft} ${styles.pricingChoice}`}>
              {choice && <ChoiceText {...choice} />}
            </p>
          </>
        }
      />
    </Slip>
  )
}

function ChoiceText({ role, period }: PlanChoice) {
  const { chosen, planIn, priced } = useWords(buyingWords)
  const { planNames } = useWords(billingWords)
  const { monthlyPriceUsd, yearlyPriceUsd } = plans[role]
  const price = formatUsd((period === 'yearly' ? yearlyPriceUsd : monthlyPriceUsd) ?? 0)
  return chosen(planIn[period](planNames[role]), priced[period](price))
}
