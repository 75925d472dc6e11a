import type { createCheckoutSession } from '@waybill/contract/billing/payment-endpoints'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { useEffect, useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { type Mutation, useMutation } from '../../../shared/api/use-mutation.ts'
import { spokenLanguage } from '../../../shared/words/language.tsx'

const SPINNER_MS = 2_400

export interface Checkout extends Pick<Mutation, 'error'> {
  /** What is being begun: a price, or the card. */
  begun: string | null
  buy: (price: string, trial?: boolean) => Promise<void>
  changeCard: () => Promise<void>
}

/** Begins a purchase or a change of the card, and leaves for the page where it is paid. */
export function useCheckout(): Checkout {
  const { error, save } = useMutation()
  const [begun, setBegun] = useState<string | null>(null)
  useEffect(() => {
    if (begun === null) return
    const timer = setTimeout(() => setBegun(null), SPINNER_MS)
    return () => clearTimeout(timer)
  }, [begun])
  const begin = async (what: string, start: () => Promise<ReplyOf<typeof createCheckoutSession>>) => {
    setBegun(what)
    const isStarted = await save(async () => {
      const { go, session } = await start()
      location.assign(go.kind === 'redirect' ? go.url : `/pay/${encodeURIComponent(session)}`)
    })
    if (!isStarted) setBegun(null)
  }
  const language = spokenLanguage()
  return {
    error,
    begun,
    buy: (price, trial) =>
      begin(price, () => call('createCheckoutSession', { body: { price_id: price, trial, language } })),
    changeCard: () => begin('card', () => call('changeCard', { body: { language } })),
  }
}
