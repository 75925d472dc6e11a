import type { SubscriptionView } from '@waybill/contract/billing/payment-shapes'
import { isOverdue } from '@waybill/contract/billing/standing'
import type { Bought } from '../../platform/database/column-types.ts'
import type { NamedPlan, NewsOf } from '../../platform/mail-transport/index.ts'
import type { InvoiceState, SubscriptionState } from '../../platform/payments/payment-provider.ts'
import type { PrepaidMade } from '../checkout-store.ts'
import type { Noted } from './news-store.ts'

const DAY_MS = 86_400_000
const TRIAL_NOTICE_DAYS = 2
/** The last is named first: who is seen late is told the nearer one alone. */
const PREPAID_NOTICE_DAYS = [3, 14] as const
/** Events come for three days, and a server may be down for some: what is older surprises nobody any more. */
const TOLD_WITHIN_DAYS = 7

/** What was bought before and is bought now, and what the provider said of it. */
export interface Settled {
  provider: Bought['provider']
  before: Bought | null
  bought: Bought
  /** The subscription that runs. */
  running: SubscriptionState | null
  /** Newest first. */
  invoices: readonly InvoiceState[]
  /** Prepaid periods that were added with this write. */
  prepaid: readonly PrepaidMade[]
  /** By our clock, and by the provider's. */
  now: Date
  providerNow: Date
}

/** What its owner is to be told. A fact that was noted before is left out when it is stored. */
export function judgeNews(settled: Settled): Noted[] {
  return [
    ...trialEnding(settled),
    ...charged(settled),
    ...prepaidBought(settled),
    ...failed(settled),
    ...ended(settled),
    ...prepaidEnding(settled),
  ]
}

/** Once per trial. Nothing where it is cancelled: nothing is charged then. */
function trialEnding({ running, bought: { view }, providerNow }: Settled): Noted[] {
  if (running?.status !== 'trialing' || running.trialEndsAt === null || !view?.nextCharge) return []
  const leftMs = running.trialEndsAt.getTime() - providerNow.getTime()
  if (leftMs <= 0 || leftMs > TRIAL_NOTICE_DAYS * DAY_MS) return []
  const { scheduled, card, nextCharge } = view
  const { role, period } = scheduled?.kind === 'switch' ? scheduled : view
  const endsAt = running.trialEndsAt.toISOString()
  const news = { plan: { role, period }, amount: nextCharge.amount, endsAt, card: cardOf(card) }
  return [{ fact: `trial-ending/${running.id}`, news: { kind: 'trial-ending', ...news } }]
}

/** Once per paid invoice of the subscription that runs, or of the one that ran until now. */
function charged(settled: Settled): Noted[] {
  const { before, running, invoices, providerNow } = settled
  const paid = invoices.filter(
    ({ status, payment, amount, subscription }) =>
      status === 'paid' &&
      payment !== null &&
      amount.minor > 0 &&
      subscription !== null &&
      (subscription === running?.id || subscription === before?.subscription),
  )
  const newest = paid[0]
  return paid.flatMap((invoice) => {
    const { id, at, amount, number } = invoice
    const isNewest = invoice === newest && invoice.subscription === running?.id
    // What was overdue for weeks is paid now.
    const isCaughtUp = isNewest && wasOverdue(settled) && !isOverdueNow(settled)
    if (!isCaughtUp && providerNow.getTime() - at.getTime() > TOLD_WITHIN_DAYS * DAY_MS) return []
    const news = { amount, invoice: number, at: at.toISOString(), running: isNewest ? runningOf(settled) : null }
    return [{ fact: `charged/${id}`, news: { kind: 'plan-charged' as const, ...news } }]
  })
}

const wasOverdue = ({ before }: Settled): boolean => before?.view != null && isOverdue(before.view.status)
const isOverdueNow = ({ bought: { view } }: Settled): boolean => view !== null && isOverdue(view.status)

function runningOf(settled: Settled): NewsOf<'plan-charged'>['running'] {
  const { running, before, bought } = settled
  // While a payment is overdue the period that runs is another one than the one that was paid.
  if (running === null || bought.view === null || isOverdueNow(settled)) return null
  return {
    plan: planOf(bought.view),
    startsAt: running.periodStartsAt.toISOString(),
    endsAt: running.periodEndsAt.toISOString(),
    next: bought.view.nextCharge,
    isAfterTrial: before?.subscription === running.id && before.view?.status === 'trialing',
  }
}

const prepaidBought = ({ prepaid }: Settled): Noted[] =>
  prepaid.map(({ session, role, period, paid, startsAt, endsAt }) => ({
    fact: `bought/${session}`,
    news: {
      kind: 'prepaid-bought',
      plan: { role, period },
      amount: paid,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
    },
  }))

/** Once per renewal that was not paid, and once more when the provider gives up. */
function failed({ provider, running, bought: { view }, invoices }: Settled): Noted[] {
  if (view === null || (running?.status !== 'past_due' && running?.status !== 'unpaid')) return []
  const { id: subscription, periodStartsAt, status } = running
  const open = invoices.find((one) => one.subscription === subscription && one.status === 'open')
  const isGivenUp = status === 'unpaid'
  const period = `${subscription}/${periodStartsAt.toISOString()}`
  return [
    {
      fact: `${isGivenUp ? 'given-up' : 'failed'}/${period}`,
      news: {
        kind: 'payment-failed',
        plan: planOf(view),
        amount: open?.amount ?? null,
        card: cardOf(view.card),
        isGivenUp,
        provider,
        subscription,
      },
    },
  ]
}

/** Once per subscription, and per end of what was paid ahead; nothing where something else goes on. */
function ended({ provider, before, bought, running }: Settled): Noted[] {
  if (before === null || before.provider !== provider || running !== null || bought.prepaid !== null) return []
  const { subscription, view, prepaid } = before
  if (subscription !== null && view !== null) {
    const because = isOverdue(view.status) ? 'unpaid' : view.status === 'trialing' ? 'trial' : 'cancelled'
    return [{ fact: `ended/${subscription}`, news: { kind: 'plan-ended', plan: planOf(view), because } }]
  }
  if (prepaid === null) return []
  const plan = { role: prepaid.role, period: null }
  return [{ fact: `ended/${prepaid.endsAt}`, news: { kind: 'plan-ended', plan, because: 'prepaid' } }]
}

/** Twice per end; nothing while a subscription goes on after it. */
function prepaidEnding({ running, bought: { prepaid }, now }: Settled): Noted[] {
  if (prepaid === null || running !== null) return []
  const leftMs = Date.parse(prepaid.endsAt) - now.getTime()
  const days = PREPAID_NOTICE_DAYS.find((notice) => leftMs > 0 && leftMs <= notice * DAY_MS)
  if (days === undefined) return []
  const { role, endsAt } = prepaid
  const news = { kind: 'prepaid-ending', plan: { role, period: null }, endsAt } as const
  return [{ fact: `prepaid-${days}/${endsAt}`, news }]
}

const planOf = ({ role, period }: Pick<SubscriptionView, 'role' | 'period'>): NamedPlan => ({ role, period })

const cardOf = (card: SubscriptionView['card']) => card && { brand: card.brand, last4: card.last4 }

/** Seconds until something is to be told by itself; null: nothing is. */
export function secondsToNotice({ running, bought: { prepaid }, now, providerNow }: Settled): number | null {
  const trial = running?.status === 'trialing' ? running.trialEndsAt : null
  const notices = [
    ...(trial === null ? [] : [trial.getTime() - TRIAL_NOTICE_DAYS * DAY_MS - providerNow.getTime()]),
    ...(prepaid === null
      ? []
      : PREPAID_NOTICE_DAYS.map((days) => Date.parse(prepaid.endsAt) - days * DAY_MS - now.getTime())),
  ].filter((ms) => ms > 0)
  return notices.length === 0 ? null : Math.ceil(Math.min(...notices) / 1_000)
}
