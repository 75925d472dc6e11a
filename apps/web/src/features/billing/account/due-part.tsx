import type { BillingView } from '@waybill/contract/billing/payment-shapes'
import { call } from '../../../shared/api/client.ts'
import { problemSentence } from '../../../shared/api/problem-words.ts'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import { notify } from '../../../shared/ui/page/notices.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { reloadBilling } from '../buying/use-billing.ts'
import { buyingWords } from '../words/buying-words.ts'

/** An overdue payment: what it stops, and the way to pay it. */
export function DuePart({ billing: { status, subscription } }: { billing: BillingView }) {
  const { due } = useWords(buyingWords)
  const { language } = useLanguage()
  const { isBusy, error, save } = useMutation()
  if (status !== 'past_due' && status !== 'unpaid') return null
  const pay = () =>
    void save(async () => {
      const outcome = await call('payOpenInvoice', {})
      if (outcome.kind === 'unpaid') return location.assign(outcome.payUrl)
      await reloadBilling()
      notify({ title: due.paid })
    })
  return (
    <section className={`${layoutStyles.callout} ${layoutStyles.stackTight}`} data-tone="bad">
      <strong>{problemSentence(language, 'subscription-due')}</strong>
      <p className={textStyles.soft}>{due.text}</p>
      {subscription && (
        <div className={layoutStyles.row}>
          <Button loading={isBusy} onClick={pay}>
            {due.payNow}
          </Button>
        </div>
      )}
      <p className={`${layoutStyles.bad} ${layoutStyles.hidesEmpty}`} role="alert">
        {error}
      </p>
    </section>
  )
}
