import type { payAtSandbox } from '@waybill/contract/billing/sandbox-endpoints'
import type { BodyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import { useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { failureSentence } from '../../../shared/api/problem-words.ts'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import type { Language } from '../../../shared/words/language.tsx'
import { payWords } from '../words/pay/pay-words.ts'
import { markCheckout, readCheckoutAgain, type SandboxCheckout } from './use-sandbox-checkout.ts'

export type Payment = BodyOf<typeof payAtSandbox>
export type CardPayment = Extract<Payment, { method: 'card' }>

/** The general sentence speaks of a security code, which this page does not ask for. */
const tellRefusal = (language: Language, error: unknown): string =>
  error instanceof Problem && error.code === 'payment-refused' && error.facts.reason === 'card-incorrect'
    ? payWords[language].notListed
    : failureSentence(language, error)

/** Pays the checkout, asks for the owner of the card where the bank does, and leads back once it is paid. */
export function usePayment(session: string, { backTo }: Pick<SandboxCheckout, 'backTo'>) {
  const { isBusy, error, forgive, save } = useMutation(tellRefusal)
  /** The payment about which the bank asks. */
  const [asked, setAsked] = useState<CardPayment | null>(null)
  const [isClosed, setClosed] = useState(false)
  const submit = async (payment: Payment) => {
    try {
      const { result } = await call('payAtSandbox', { params: { session }, body: payment })
      if (result === 'confirm' && payment.method === 'card') return setAsked(payment)
      markCheckout(session, result === 'processing' ? 'processing' : 'paid')
      location.assign(backTo)
    } catch (problem) {
      if (problem instanceof Problem) setAsked(null)
      if (problem instanceof Problem && problem.code === 'checkout-closed') {
        setClosed(true)
        void readCheckoutAgain(session)
      }
      throw problem
    }
  }
  return {
    isBusy,
    error,
    isClosed,
    asked,
    forgive,
    pay: (payment: Payment) => save(() => submit(payment)),
    answerBank: (isConfirmed: boolean) => save(async () => asked && submit({ ...asked, isConfirmed })),
  }
}

export type PaymentState = ReturnType<typeof usePayment>
