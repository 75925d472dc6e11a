import { Link } from '@tanstack/react-router'
import { testCardNumbers } from '@waybill/contract/billing/test-cards'
import type { RefObject } from 'react'
import { Button } from '../../../shared/ui/fields/button.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { formatMoney } from '../format-money.ts'
import { payWords } from '../words/pay/pay-words.ts'
import styles from './pay.module.css'
import type { PaymentState } from './use-payment.ts'
import type { SandboxCheckout } from './use-sandbox-checkout.ts'

/** Says that no money moves; `onFill` takes the number of a card that works. */
export function TestNote({ onFill }: { onFill: ((number: string) => void) | null }) {
  const words = useWords(payWords)
  return (
    <div className={`${layoutStyles.callout} ${styles.payNote}`}>
      <p>{words.testNote}</p>
      {onFill && (
        <button type="button" className={textStyles.quietButton} onClick={() => onFill(testCardNumbers.works)}>
          {words.fillWorking}
        </button>
      )}
    </div>
  )
}

/** Why the payment was refused, and the way on. */
export function PayRefusal({ payment, onOtherCard }: { payment: PaymentState; onOtherCard: (() => void) | null }) {
  const words = useWords(payWords)
  const { error, isClosed } = payment
  return (
    <div className={layoutStyles.hidesEmpty} role="alert">
      {error !== '' && (
        <div className={layoutStyles.callout} data-tone="bad">
          <p>{error}</p>
          {isClosed ? (
            <Link to="/pricing" className={textStyles.quietButton}>
              {words.choosePlan}
            </Link>
          ) : (
            onOtherCard && (
              <button type="button" className={textStyles.quietButton} onClick={onOtherCard}>
                {words.otherCard}
              </button>
            )
          )}
        </div>
      )}
    </div>
  )
}

interface PayButtonProps {
  checkout: Pick<SandboxCheckout, 'kind' | 'dueNow'>
  isBusy: boolean
  button: RefObject<HTMLButtonElement | null>
}

export function PayButton({ checkout: { kind, dueNow }, isBusy, button }: PayButtonProps) {
  const words = useWords(payWords)
  const { language } = useLanguage()
  const pay = () => words.payNow(formatMoney(dueNow, language))
  const act = kind === 'trial' ? words.startTrial : kind === 'card' ? words.saveCard : pay()
  return (
    <Button ref={button} type="submit" fullWidth loading={isBusy}>
      {act}
    </Button>
  )
}
