import type { BillingView } from '@waybill/contract/billing/payment-shapes'
import { isOverdue } from '@waybill/contract/billing/standing'
import { call } from '../../../shared/api/client.ts'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import { FailureLine } from '../../../shared/ui/fields/failure-line.tsx'
import { notify } from '../../../shared/ui/page/notices.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { reloadBilling } from '../buying/use-billing.ts'
import { buyingWords } from '../words/buying-words.ts'

/** An overdue payment: what it stops, and the way to pay it. */
export function DuePart({ billing: { status, subscription } }: { billing: BillingView }) {
  const { due } = useWords(buyingWords)
  const { isBusy, error, save } = useMutation()
  if (!isOverdue(subscription?.status ?? status)) return null
  const pay = () =>
    void save(async () => {
      const outcome = await call('payOpenInvoice', {})
      if (outcome.kind === 'unpaid') return location.assign(outcome.payUrl)
      await reloadBilling()
      notify({ title: due.paid })
    })
  return (
    <section className={`${layoutStyles.callout} ${layoutStyles.stackTight}`} data-tone="bad">
      <strong>{due.title}</strong>
      <p className={textStyles.soft}>{isOverdue(status) ? due.text : due.lifetimeHolds}</p>
      {subscription && (
        <div className={layoutStyles.row}>
          <Button loading={isBusy} onClick={pay}>
            {due.payNow}
          </Button>
        </div>
      )}
      <FailureLine>{error}</FailureLine>
    </section>
  )
}
