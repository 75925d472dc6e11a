import { Link } from '@tanstack/react-router'
import type { BillingView } from '@waybill/contract/billing/payment-shapes'
import { Button } from '../../../shared/ui/fields/button.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { useCheckout } from '../buying/use-checkout.ts'
import { billingWords } from '../words/billing-words.ts'
import { buyingWords } from '../words/buying-words.ts'

/** A purchase that was begun and is not finished, or that waits for its payment. */
export function PendingNote({ billing: { pending, offers } }: { billing: BillingView }) {
  const words = useWords(buyingWords)
  const { planNames } = useWords(billingWords)
  const { begun, buy, error } = useCheckout()
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
      <p className={`${layoutStyles.bad} ${layoutStyles.hidesEmpty}`} role="alert">
        {error}
      </p>
    </div>
  )
}
