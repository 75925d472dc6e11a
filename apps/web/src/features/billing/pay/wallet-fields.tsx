import { Choice } from '../../../shared/ui/fields/choice.tsx'
import { useWords } from '../../../shared/words/language.tsx'
import { payWords } from '../words/pay/pay-words.ts'
import type { Payment } from './use-payment.ts'

export type Method = Payment['method']
export type Outcome = Extract<Payment, { outcome: unknown }>['outcome']

const methods = ['card', 'alipay', 'wechat_pay'] as const satisfies readonly Method[]
const outcomes = ['at-once', 'later', 'fails-later'] as const satisfies readonly Outcome[]

interface WalletFieldsProps {
  method: Method
  outcome: Outcome
  onMethod: (method: Method) => void
  onOutcome: (outcome: Outcome) => void
}

/** Card or wallet; with a wallet, what is to come of the payment. */
export function WalletFields({ method, outcome, onMethod, onOutcome }: WalletFieldsProps) {
  const words = useWords(payWords)
  return (
    <>
      <fieldset>
        <legend>{words.method}</legend>
        {methods.map((one) => (
          <Choice key={one} group="method" isChosen={method === one} onChoose={() => onMethod(one)}>
            {words.methods[one]}
          </Choice>
        ))}
      </fieldset>
      {method !== 'card' && (
        <fieldset>
          <legend>{words.outcome}</legend>
          {outcomes.map((one) => (
            <Choice key={one} group="outcome" isChosen={outcome === one} onChoose={() => onOutcome(one)}>
              {words.outcomes[one]}
            </Choice>
          ))}
        </fieldset>
      )}
    </>
  )
}
