import { useNavigate, useSearch } from '@tanstack/react-router'
import { readPlanCode } from '@waybill/contract/billing/plan-code'
import { isUnpaid } from '@waybill/contract/billing/plans'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import { useEffect, useRef } from 'react'
import { plansSeller } from '../../../shared/document/plans-seller.ts'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { LifetimeScreen } from '../lifetime/lifetime-screen.tsx'
import { PlanTable } from '../plan-table.tsx'
import { PlansHead } from '../plans-head.tsx'
import styles from '../pricing.module.css'
import { ReviewUs } from '../review-us.tsx'
import { soldPlans } from '../sold-plans.ts'
import { buyingWords } from '../words/buying-words.ts'
import { AccountPlans } from './account-plans.tsx'
import { offerOf } from './plan-action.ts'
import { useBeginCheckout } from './use-begin-checkout.ts'
import { useBilling, useLifetimeAlone } from './use-billing.ts'

/**
 * The plans inside the dashboard. A plan in the address was chosen before the account was made or logged in to: its
 * checkout begins at once, and going back leads to the plans without it.
 */
export function PlansTab({ account }: { account: User }) {
  const { loading } = useWords(buyingWords)
  const checkout = useBeginCheckout()
  const { plan } = useSearch({ strict: false }) as { plan?: string }
  const choice = readPlanCode(plan)
  useChosenCheckout(choice, checkout.buy)
  const isLifetimeAlone = useLifetimeAlone(account)
  if (isLifetimeAlone === undefined) {
    return <div className={partsStyles.waiting} role="status" aria-label={loading} />
  }
  if (isLifetimeAlone) return <LifetimeScreen account={account} />
  return (
    <div className={styles.ownPlans}>
      <PlansHead account={account} />
      <AccountPlans account={account} checkout={checkout} wantedPeriod={choice?.period} />
      <PlanTable shown={soldPlans(!isUnpaid(account.role))} />
      <ReviewUs />
    </div>
  )
}

function useChosenCheckout(choice: ReturnType<typeof readPlanCode>, buy: (price: string) => Promise<void>): void {
  const { data: billing } = useBilling(plansSeller() !== null)
  const navigate = useNavigate()
  const isTaken = useRef(false)
  useEffect(() => {
    if (choice === null || billing === undefined || isTaken.current) return
    isTaken.current = true
    const offer = offerOf(billing, choice.role, choice.period, 'subscription')
    const mayBuy = offer && billing.subscription === null && billing.prepaid === null && isUnpaid(billing.role)
    void navigate({ to: '/dash/account/plans', replace: true }).then(() => {
      if (mayBuy) void buy(offer.price)
    })
  }, [choice, billing, navigate, buy])
}
