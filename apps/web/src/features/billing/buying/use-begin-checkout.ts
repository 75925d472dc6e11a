import type { createCheckoutSession } from '@waybill/contract/billing/payment-endpoints'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { useEffect, useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { type Mutation, useMutation } from '../../../shared/api/use-mutation.ts'
import { spokenLanguage } from '../../../shared/words/language.tsx'
import { reloadBilling } from './use-billing.ts'

const SPINNER_MS = 2_400

export interface BeginCheckout extends Pick<Mutation, 'error'> {
  /** What is being begun: a price, or the card. */
  begun: string | null
  buy: (price: string, trial?: boolean) => Promise<void>
  changeCard: () => Promise<void>
}

/** Begins a purchase or a change of the card, and leaves for the page where it is paid. */
export function useBeginCheckout(): BeginCheckout {
  const { error, save } = useMutation()
  const [begun, setBegun] = useState<string | null>(null)
  useEffect(() => {
    if (begun === null) return
    const timer = setTimeout(() => setBegun(null), SPINNER_MS)
    return () => clearTimeout(timer)
  }, [begun])
  useEffect(() => {
    // Back from the provider's page: the browser may have kept this one as it was left.
    const look = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      setBegun(null)
      void reloadBilling().catch(() => undefined)
    }
    addEventListener('pageshow', look)
    return () => removeEventListener('pageshow', look)
  }, [])
  const begin = async (what: string, start: () => Promise<ReplyOf<typeof createCheckoutSession>>) => {
    // Inside the change: a click while another one runs is ignored, and must not touch its spinner.
    await save(async () => {
      setBegun(what)
      try {
        location.assign(pageOf(await start()))
      } catch (failure) {
        setBegun(null)
        throw failure
      }
    })
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

/** The provider's page, or our own that shows its panel. */
const pageOf = ({ go, session }: ReplyOf<typeof createCheckoutSession>): string =>
  go.kind === 'panel' ? `/pay/${session}` : go.url
