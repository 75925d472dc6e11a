import type { SubscriptionView } from '@waybill/contract/billing/payment-shapes'
import { call } from '../../../shared/api/client.ts'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import { formatDay } from '../../../shared/time/moment.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import { FailureLine } from '../../../shared/ui/fields/failure-line.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { reloadBilling } from '../buying/use-billing.ts'
import { billingWords } from '../words/billing-words.ts'
import { buyingWords } from '../words/buying-words.ts'

/** What happens at the end of the period, and the way to take it back. */
export function ScheduledNote({ subscription: { role, scheduled } }: { subscription: SubscriptionView }) {
  const words = useWords(buyingWords)
  const { planNames } = useWords(billingWords)
  const { language } = useLanguage()
  const { isBusy, error, save } = useMutation()
  if (scheduled === null) return null
  const day = formatDay(scheduled.at, 'local', language)
  const undo = () =>
    void save(async () => {
      await call('undoScheduled', {})
      await reloadBilling()
    }, words.plan.undone)
  return (
    <div className={`${layoutStyles.callout} ${layoutStyles.stackTight}`}>
      <p>
        {scheduled.kind === 'cancel'
          ? words.plan.willEnd(planNames[role], day)
          : words.plan.willSwitch(words.planIn[scheduled.period](planNames[scheduled.role]), day)}
      </p>
      <div className={layoutStyles.row}>
        <Button variant="default" loading={isBusy} onClick={undo}>
          {words.plan.undo}
        </Button>
      </div>
      <FailureLine>{error}</FailureLine>
    </div>
  )
}
