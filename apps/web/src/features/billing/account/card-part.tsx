import type { SubscriptionView } from '@waybill/contract/billing/payment-shapes'
import { AccountPart } from '../../../shared/settings/account-part.tsx'
import { Button } from '../../../shared/ui/fields/button.ts'
import { FailureLine } from '../../../shared/ui/fields/failure-line.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { useBeginCheckout } from '../buying/use-begin-checkout.ts'
import { buyingWords } from '../words/buying-words.ts'

/** The card that pays the subscription. */
export function CardPart({ card }: Pick<SubscriptionView, 'card'>) {
  const { card: words } = useWords(buyingWords)
  const { begun, changeCard, error } = useBeginCheckout()
  const text =
    card && words.text(brandName(card.brand), card.last4, `${String(card.month).padStart(2, '0')}/${card.year}`)
  return (
    <AccountPart title={words.title}>
      <div className={`${layoutStyles.row} ${layoutStyles.ends}`}>
        <p>{text ?? words.none}</p>
        <Button variant="default" loading={begun !== null} onClick={() => void changeCard()}>
          {words.change}
        </Button>
      </div>
      <FailureLine>{error}</FailureLine>
    </AccountPart>
  )
}

/** 'visa' as its owner knows it: 'Visa'. */
const brandName = (brand: string): string => brand.charAt(0).toUpperCase() + brand.slice(1)
