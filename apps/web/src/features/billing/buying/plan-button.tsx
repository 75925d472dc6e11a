import { Link } from '@tanstack/react-router'
import type { BillingView, OfferShape } from '@waybill/contract/billing/payment-shapes'
import type { PlanName } from '@waybill/contract/billing/plan-names'
import type { Period } from '@waybill/contract/billing/plans'
import { formatDay } from '../../../shared/time/moment.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { billingWords } from '../words/billing-words.ts'
import { buyingWords } from '../words/buying-words.ts'
import { type PlanAction, planAction, prepaidOffer } from './plan-action.ts'
import type { BeginCheckout } from './use-begin-checkout.ts'

interface PlanButtonProps {
  plan: PlanName
  period: Period
  /** Undefined while it loads. */
  billing: BillingView | undefined
  checkout: BeginCheckout
  onSwitch: (offer: OfferShape) => void
}

/** What an account can do with one plan, and the way to pay it once. */
export function PlanButton({ plan, period, billing, checkout, onSwitch }: PlanButtonProps) {
  const words = useWords(buyingWords)
  if (!billing) {
    return (
      <Button fullWidth variant="default" disabled>
        {words.loading}
      </Button>
    )
  }
  const once = prepaidOffer(billing, plan, period)
  return (
    <>
      <Main action={planAction(billing, plan, period)} checkout={checkout} onSwitch={onSwitch} />
      {once && (
        <button
          type="button"
          className={textStyles.quietButton}
          aria-disabled={checkout.begun !== null}
          onClick={() => void (checkout.begun === null && checkout.buy(once.price))}
        >
          {billing.prepaid ? words.extend : words.payOnce}
        </button>
      )}
    </>
  )
}

interface MainProps extends Pick<PlanButtonProps, 'checkout' | 'onSwitch'> {
  action: PlanAction
}

function Main({ action, checkout, onSwitch }: MainProps) {
  const words = useWords(buyingWords)
  const { currentPlan } = useWords(billingWords)
  const { language } = useLanguage()
  switch (action.kind) {
    case 'none':
      return null
    case 'current':
    case 'scheduled':
      return (
        <Button fullWidth variant="default" disabled>
          {action.kind === 'scheduled' ? words.begins(formatDay(action.at, 'local', language)) : currentPlan}
        </Button>
      )
    case 'due':
      return (
        <>
          <Button fullWidth renderRoot={(props) => <Link to="/dash/account/billing" {...props} />}>
            {action.isCurrent ? currentPlan : words.payFirst}
          </Button>
          {action.isCurrent && <p className={textStyles.soft}>{words.payFirst}</p>}
        </>
      )
    default: {
      const { offer, kind } = action
      const label = { try: words.tryWeek, buy: words.buy, switch: words.switch }[kind]
      const act = () =>
        kind === 'switch' ? onSwitch(offer) : void checkout.buy(offer.price, kind === 'try' ? true : undefined)
      return (
        <Button fullWidth loading={checkout.begun === offer.price} onClick={act}>
          {label}
        </Button>
      )
    }
  }
}
