import { useEffect, useRef } from 'react'
import { Button } from '../../../shared/ui/fields/button.ts'
import { Slip } from '../../../shared/ui/marks/slip.tsx'
import { Stamp } from '../../../shared/ui/marks/stamp.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { formatMoney } from '../format-money.ts'
import { payWords } from '../words/pay/pay-words.ts'
import type { PaymentState } from './use-payment.ts'
import type { SandboxCheckout } from './use-sandbox-checkout.ts'

/** The bank's step of a payment (3-D Secure): whether it is really the owner of the card who pays. */
export function BankQuestion({ checkout, payment }: { checkout: SandboxCheckout; payment: PaymentState }) {
  const words = useWords(payWords)
  const { language } = useLanguage()
  const { dueNow } = checkout
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <Slip
      label={words.bank}
      name={words.bank}
      aside={
        <Stamp ink="waiting" isSmall>
          {words.test}
        </Stamp>
      }
    >
      <div className={layoutStyles.stack}>
        <h2 ref={title} tabIndex={-1}>
          {words.bankTitle}
        </h2>
        <p className={textStyles.soft}>{words.card(payment.asked?.number.slice(-4) ?? '')}</p>
        <p>{dueNow.minor > 0 ? words.bankText(formatMoney(dueNow, language)) : words.bankTextFree}</p>
        <p className={layoutStyles.bad} role="alert">
          {payment.error}
        </p>
        <div className={partsStyles.answers}>
          <Button loading={payment.isBusy} onClick={() => void payment.answerBank(true)}>
            {words.confirm}
          </Button>
          <Button variant="default" disabled={payment.isBusy} onClick={() => void payment.answerBank(false)}>
            {words.refuse}
          </Button>
        </div>
      </div>
    </Slip>
  )
}
