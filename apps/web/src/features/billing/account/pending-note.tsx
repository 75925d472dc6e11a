import { Link } from '@tanstack/react-router'
import type { BillingView } from '@waybill/contract/billing/payment-shapes'
import { Button } from '../../../shared/ui/fields/button.ts'
import { FailureLine } from '../../../shared/ui/fields/failure-line.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { useBeginCheckout } from '../buying/use-begin-checkout.ts'
import { billingWords } from '../words/billing-words.ts'
import { buyingWords } from '../words/buying-words.ts'

/** A purchase that was begun and is not finished, or that waits for its payment. */
export function PendingNote({ billing: { pending, offers } }: { billing: BillingView }) {
  const words = useWords(buyingWords)
  const { planNames } = useWords(billingWords)
  const { begun, buy, error } = useBeginCheckout()
  const offer = offers.find(({ price }) => price === pending?.price)
  if (!pending || !offer) return null
  const plan = words.planIn[offer.period](planNames[offer.role])
  const isOpen = pending.state === 'open'
  return (
    <div className={`${layoutStyles.callout} ${layoutStyles.stackTight}`}>
      <p>{isOpen ? words.plan.unfinished(plan) : words.plan.confirming(plan)}</p>
      <div className={layoutStyles.row}>
        {isOpen ? (
          <Button variant="default" loading={begun !== null} onClick={() => void buy(offer.price)}>
            {words.plan.finish}
          </Button>
        ) : (
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link to="/dash/account/billing" search={{ session: pending.session } as never} {...props} />
            )}
          >
            {words.plan.look}
          </Button>
        )}
      </div>
      <FailureLine>{error}</FailureLine>
    </div>
  )
}
