import { type FormEvent, useRef, useState } from 'react'
import { Slip } from '../../../shared/ui/marks/slip.tsx'
import { Stamp } from '../../../shared/ui/marks/stamp.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { payWords } from '../words/pay/pay-words.ts'
import { CardFields } from './card-fields.tsx'
import { type CardText, parseUntil } from './card-text.ts'
import { PayButton, PayRefusal, TestNote } from './pay-form-parts.tsx'
import { TestCardList } from './test-card-list.tsx'
import type { Payment, PaymentState } from './use-payment.ts'
import type { SandboxCheckout } from './use-sandbox-checkout.ts'
import { type Method, type Outcome, WalletFields } from './wallet-fields.tsx'

/** The form that pays: a test card, or for what is prepaid a wallet with the outcome that the tester wants to see. */
export function PaySlip({ checkout, payment }: { checkout: SandboxCheckout; payment: PaymentState }) {
  const words = useWords(payWords)
  const [method, setMethod] = useState<Method>('card')
  const [outcome, setOutcome] = useState<Outcome>('at-once')
  const card = useCardText(payment.forgive)
  const button = useRef<HTMLButtonElement>(null)
  if (payment.asked !== null) return null
  const fill = (number: string) => {
    card.fill(number)
    button.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const sent = method === 'card' ? card.read() : { method, outcome }
    if (sent !== null && !payment.isBusy) void payment.pay(sent)
  }
  return (
    <Slip
      label={words.slip}
      name={words.slip}
      aside={
        <Stamp ink="waiting" isSmall>
          {words.test}
        </Stamp>
      }
    >
      <TestNote onFill={method === 'card' ? fill : null} />
      <form className={layoutStyles.stack} onSubmit={submit} noValidate>
        {checkout.kind === 'prepaid' && (
          <WalletFields
            method={method}
            outcome={outcome}
            onMethod={(next) => {
              payment.forgive()
              setMethod(next)
            }}
            onOutcome={setOutcome}
          />
        )}
        {method === 'card' && <CardFields card={card} />}
        <PayRefusal payment={payment} onOtherCard={method === 'card' ? card.clear : null} />
        <PayButton checkout={checkout} isBusy={payment.isBusy} button={button} />
      </form>
      {method === 'card' && <TestCardList onFill={fill} />}
    </Slip>
  )
}

const NOTHING: CardText = { number: '', until: '' }
const FILLED_YEARS = 3

/** The typed card. `read` judges it, and answers null where something is missing. */
function useCardText(forgive: () => void) {
  const [text, setText] = useState(NOTHING)
  const [isJudged, setJudged] = useState(false)
  const numberField = useRef<HTMLInputElement>(null)
  const untilField = useRef<HTMLInputElement>(null)
  const change = (next: Partial<CardText>) => {
    forgive()
    setText((before) => ({ ...before, ...next }))
  }
  const start = (next: CardText) => {
    change(next)
    setJudged(false)
  }
  return {
    text,
    numberField,
    untilField,
    change,
    isNumberMissing: isJudged && text.number === '',
    isUntilMissing: isJudged && parseUntil(text.until) === null,
    clear: () => {
      start(NOTHING)
      numberField.current?.focus()
    },
    fill: (number: string) => start({ number, until: `12/${(new Date().getFullYear() + FILLED_YEARS) % 100}` }),
    read: (): Payment | null => {
      setJudged(true)
      const until = parseUntil(text.until)
      if (text.number === '') numberField.current?.focus()
      else if (until === null) untilField.current?.focus()
      else return { method: 'card', number: text.number, ...until }
      return null
    },
  }
}

export type TypedCard = ReturnType<typeof useCardText>
