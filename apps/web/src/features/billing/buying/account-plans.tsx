import type { BillingView, OfferShape } from '@waybill/contract/billing/payment-shapes'
import type { PlanName } from '@waybill/contract/billing/plan-names'
import type { Period } from '@waybill/contract/billing/plans'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import { useState } from 'react'
import { plansSeller } from '../../../shared/document/plans-seller.ts'
import { formatDay } from '../../../shared/time/moment.ts'
import { FailureLine } from '../../../shared/ui/fields/failure-line.tsx'
import { ListFailed } from '../../../shared/ui/lists/list-failed.tsx'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { PlanBoxes } from '../plan-boxes.tsx'
import { PlanNote } from '../plan-note.tsx'
import { billingWords } from '../words/billing-words.ts'
import { buyingWords } from '../words/buying-words.ts'
import { PlanButton } from './plan-button.tsx'
import { SwitchDialog } from './switch-dialog.tsx'
import type { BeginCheckout } from './use-begin-checkout.ts'
import { useBilling } from './use-billing.ts'

interface AccountPlansProps {
  account: User
  checkout: BeginCheckout
  /** Of the address that led here. */
  wantedPeriod?: Period | undefined
}

/** The plans as an account can buy them or switch to them; the admin of a team does so for its members. */
export function AccountPlans({ account, checkout, wantedPeriod }: AccountPlansProps) {
  const words = useWords(buyingWords)
  const isSelling = plansSeller() !== null && !account.isTeamMember
  const { data: billing, error, refetch } = useBilling(isSelling)
  const [asked, setAsked] = useState<Period | undefined>(wantedPeriod)
  const [target, setTarget] = useState<OfferShape | null>(null)
  const [isSwitching, setSwitching] = useState(false)
  const period = asked ?? billing?.subscription?.period ?? 'yearly'
  const askSwitch = (offer: OfferShape) => {
    setTarget(offer)
    setSwitching(true)
  }
  const actionOf = (plan: PlanName) => {
    if (!isSelling) return null
    return <PlanButton plan={plan} period={period} billing={billing} checkout={checkout} onSwitch={askSwitch} />
  }
  return (
    <>
      <PlanBoxes
        owned={(billing?.role ?? account.role) as PlanName}
        period={period}
        onPeriod={setAsked}
        action={actionOf}
      >
        {account.isTeamMember && <PlanNote>{words.adminChooses}</PlanNote>}
        {error && !billing && <ListFailed error={error} again={words.retry} onAgain={() => void refetch()} />}
        {billing && <Terms billing={billing} />}
        <FailureLine>{checkout.error}</FailureLine>
      </PlanBoxes>
      {target && <SwitchDialog offer={target} isOpen={isSwitching} onEnd={() => setSwitching(false)} />}
    </>
  )
}

/** What holds for every box. */
function Terms({ billing: { provider, mayTry, trialDays, prepaid, addsTax } }: { billing: BillingView }) {
  const words = useWords(buyingWords)
  const { planNames } = useWords(billingWords)
  const { language } = useLanguage()
  const lines = [
    mayTry && words.trialTerms(trialDays),
    prepaid && words.prepaidRuns(planNames[prepaid.role], formatDay(prepaid.endsAt, 'local', language)),
    addsTax && words.taxAdded,
    provider === 'sandbox' && words.testCards,
  ]
  return lines.map((line) => line && <PlanNote key={line}>{line}</PlanNote>)
}
