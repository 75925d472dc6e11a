import type { SubscriptionView } from '@waybill/contract/billing/payment-shapes'
import type { PlanName } from '@waybill/contract/billing/plan-names'
import { lifetimeRole } from '@waybill/contract/billing/plans'
import { isOverdue } from '@waybill/contract/billing/standing'
import { useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import { formatDay } from '../../../shared/time/moment.ts'
import { ConfirmDialog } from '../../../shared/ui/dialogs/confirm-dialog.tsx'
import { FailureLine } from '../../../shared/ui/fields/failure-line.tsx'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { reloadBilling } from '../buying/use-billing.ts'
import { billingWords } from '../words/billing-words.ts'
import { buyingWords } from '../words/buying-words.ts'

interface CancelPlanProps {
  subscription: SubscriptionView
  lifetimeCodes: number
}

/**
 * Cancels at the end of the period, or at once while a payment is overdue, after saying what ends when and what stays.
 */
export function CancelPlan({ subscription: { role, status, periodEndsAt }, lifetimeCodes }: CancelPlanProps) {
  const { plan: words } = useWords(buyingWords)
  const { planNames } = useWords(billingWords)
  const { language } = useLanguage()
  const [isAsking, setAsking] = useState(false)
  const { isBusy, error, save } = useMutation()
  const day = formatDay(periodEndsAt, 'local', language)
  const endsNow = isOverdue(status)
  const after = planNames[(lifetimeRole(lifetimeCodes) ?? 'free') as PlanName]
  const cancel = async () => {
    await save(
      async () => {
        await call('cancelPlan', {})
        await reloadBilling()
      },
      endsNow ? words.cancelledNow : words.cancelled(day),
    )
    setAsking(false)
  }
  return (
    <>
      <button type="button" className={textStyles.quietButton} onClick={() => setAsking(true)}>
        {words.cancel}
      </button>
      <ConfirmDialog
        isOpen={isAsking}
        title={words.cancelTitle(planNames[role])}
        text={endsNow ? words.cancelNowText(planNames[role], after) : words.cancelText(planNames[role], day, after)}
        confirmLabel={words.cancel}
        keepLabel={words.keep}
        isBusy={isBusy}
        onConfirm={() => void cancel()}
        onKeep={() => setAsking(false)}
      />
      <FailureLine>{error}</FailureLine>
    </>
  )
}
