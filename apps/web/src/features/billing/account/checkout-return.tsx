import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { readCheckout } from '@waybill/contract/billing/payment-endpoints'
import type { BillingView } from '@waybill/contract/billing/payment-shapes'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import { useEffect, useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { failureSentence } from '../../../shared/api/problem-words.ts'
import { formatDay } from '../../../shared/time/moment.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import { FailureLine } from '../../../shared/ui/fields/failure-line.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import { type Language, useLanguage, useWords } from '../../../shared/words/language.tsx'
import { type BeginCheckout, useBeginCheckout } from '../buying/use-begin-checkout.ts'
import { reloadBilling } from '../buying/use-billing.ts'
import { formatMoney } from '../format-money.ts'
import { billingWords } from '../words/billing-words.ts'
import type { BuyingWords } from '../words/buying-en.ts'
import { buyingWords } from '../words/buying-words.ts'

type View = ReplyOf<typeof readCheckout>

const SOON_MS = 1_000
const LATER_MS = 5_000
/** A payment is confirmed within seconds as a rule; a wallet's may take minutes. */
const SOON_TIMES = 20
/** Who comes back without having paid is told so after a moment, in case the provider is slow to know. */
const OPEN_TIMES = 4

interface CheckoutReturnProps {
  session: string
  /** Undefined while it loads. */
  billing: BillingView | undefined
}

/** What became of a checkout. It asks until that is certain, and then the account follows. */
export function CheckoutReturn({ session, billing }: CheckoutReturnProps) {
  const words = useWords(buyingWords)
  const { language } = useLanguage()
  const checkout = useBeginCheckout()
  const { data, error, times } = useCheckoutState(session)
  const isOver = data !== undefined && data.state !== 'open' && data.state !== 'confirming'
  useEffect(() => {
    if (isOver) void reloadBilling().catch(() => undefined)
  }, [isOver])
  const isWaiting = !isOver && !(data?.state === 'open' && times > OPEN_TIMES)
  const told = data ? tell({ view: data, billing, words, language, isWaiting, isSlow: times > SOON_TIMES }) : null
  return (
    <section
      className={`${layoutStyles.callout} ${layoutStyles.stackTight}`}
      data-tone={data?.state === 'done' ? 'good' : undefined}
      aria-label={words.back.title}
      aria-busy={isWaiting && !error}
    >
      <p role="status">{error && !data ? failureSentence(language, error) : (told ?? words.back.confirming)}</p>
      {data && !isWaiting && data.state !== 'done' && <WayOn view={data} checkout={checkout} />}
    </section>
  )
}

function useCheckoutState(session: string) {
  const [times, setTimes] = useState(0)
  const { data, error } = useQuery({
    queryKey: ['checkout', session],
    queryFn: ({ signal }) => {
      setTimes((before) => before + 1)
      return call('readCheckout', { params: { session }, signal })
    },
    refetchInterval: ({ state }) => {
      const isOver = state.data && state.data.state !== 'open' && state.data.state !== 'confirming'
      if (isOver || state.error instanceof Problem) return false
      return times <= SOON_TIMES ? SOON_MS : LATER_MS
    },
    refetchIntervalInBackground: true,
  })
  return { data, error, times }
}

interface Told {
  view: View
  billing: BillingView | undefined
  words: BuyingWords
  language: Language
  isWaiting: boolean
  isSlow: boolean
}

/** One sentence about the checkout; where it is done, what holds now. */
function tell({ view: { state, kind, offer }, billing, words, language, isWaiting, isSlow }: Told): string {
  const { back } = words
  if (isWaiting) return isSlow ? back.slow : back.confirming
  switch (state) {
    case 'failed':
      return back.failed
    case 'trial-refused':
      return back.refused
    case 'paid-back':
      return back.paidBack
    case 'expired':
      return back.expired
    case 'done':
      break
    default:
      return back.open
  }
  if (kind === 'card' || offer === null) return back.card
  const plan = billingWords[language].planNames[offer.role]
  const named = words.planIn[offer.period](plan)
  const day = (at: string) => formatDay(at, 'local', language)
  const next = billing?.subscription?.nextCharge
  if (kind === 'trial') {
    if (!next) return back.trialOnly(named)
    const sum = formatMoney(next.amount, language)
    return back.trial(named, words.change.on(billing?.addsTax ? words.plusTax(sum) : sum, day(next.at)))
  }
  const { prepaid } = billing ?? {}
  return kind === 'prepaid' && prepaid ? back.prepaid(plan, day(prepaid.endsAt)) : back.subscription(named)
}

/** After a checkout that came to nothing. */
function WayOn({ view: { state, kind, offer }, checkout }: { view: View; checkout: BeginCheckout }) {
  const { back } = useWords(buyingWords)
  const { begun, buy, changeCard, error } = checkout
  const goOn = () => void (kind === 'card' ? changeCard() : offer && buy(offer.price))
  return (
    <>
      <div className={layoutStyles.row}>
        {state === 'open' || kind === 'card' ? (
          <Button variant="default" loading={begun !== null} onClick={goOn}>
            {back.proceed}
          </Button>
        ) : (
          <Button variant="default" renderRoot={(props) => <Link to="/dash/account/plans" {...props} />}>
            {back.choose}
          </Button>
        )}
      </div>
      <FailureLine>{error}</FailureLine>
    </>
  )
}
