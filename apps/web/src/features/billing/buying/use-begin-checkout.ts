import type { createCheckoutSession } from '@waybill/contract/billing/payment-endpoints'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { useEffect, useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { type Mutation, useMutation } from '../../../shared/api/use-mutation.ts'
import { spokenLanguage } from '../../../shared/words/language.tsx'

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
  const begin = async (what: string, start: () => Promise<ReplyOf<typeof createCheckoutSession>>) => {
    // Inside the change: a click while another one runs is ignored, and must not touch its spinner.
    await save(async () => {
      setBegun(what)
      try {
        location.assign(pageOf((await start()).go))
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

/** @throws Error for a panel: the settings refuse it, for no page of ours shows one */
function pageOf(go: ReplyOf<typeof createCheckoutSession>['go']): string {
  if (go.kind === 'panel') throw new Error('there is no page for the panel of a provider')
  return go.url
}
