import type { BillingView, OfferShape } from '@waybill/contract/billing/payment-shapes'
import { plans } from '@waybill/contract/billing/plans'
import { Problem } from '@waybill/contract/core/problems'
import { listLifetimeCodes, readBought, readDayMails, readLiveAccount, readMonthRequests } from '../billing/index.ts'
import type { Context } from '../context.ts'
import { findAccount } from '../identity/accounts/index.ts'
import { centsOf, offers, type Prices } from '../platform/payments/prices.ts'
import { TRIAL_DAYS } from './begin-checkout.ts'
import { findUnfinished } from './checkout-store.ts'
import { mayTry } from './create-checkout-session.ts'
import { readCompanyRow } from './payment-store.ts'

/** Everything that the pages of billing and plans show. @throws Problem 'unauthenticated' where the account is gone */
export async function readBilling(ctx: Pick<Context, 'db' | 'payments'>, accountId: string): Promise<BillingView> {
  const { db, payments } = ctx
  const account = await findAccount(db, accountId)
  const live = await readLiveAccount(db, accountId)
  if (account === null || live === null) throw new Problem('unauthenticated')
  const workspaceId = account.workspace_id
  const bought = await readBought(db, workspaceId)
  const pending = await findUnfinished(db, { workspaceId, isCard: false })
  return {
    provider: payments?.provider.kind ?? null,
    role: live.role,
    status: live.subscription,
    lifetimeCodes: (await listLifetimeCodes(db, workspaceId)).length,
    subscription: bought?.view ?? null,
    prepaid: bought?.prepaid ?? null,
    pending:
      pending === null || pending.session === null || pending.price === null
        ? null
        : {
            session: pending.session,
            state: pending.state === 'processing' ? 'confirming' : 'open',
            price: pending.price,
          },
    mayTry: bought?.view == null && bought?.prepaid == null && (await mayTry(ctx, account)),
    trialDays: TRIAL_DAYS,
    offers: payments === null ? [] : listOffers(payments.prices),
    addsTax: payments?.addsTax ?? false,
    company: payments && (await readCompanyRow(db, workspaceId, payments.provider.kind)),
    usage: await readUse(ctx, live),
  }
}

const DAY_MS = 86_400_000

type Live = NonNullable<Awaited<ReturnType<typeof readLiveAccount>>>

async function readUse({ db }: Pick<Context, 'db'>, live: Live): Promise<BillingView['usage']> {
  const { storageBytes, monthlyTransfers, monthlyRequests } = plans[live.role]
  const renewsAt = nextMonth(live.day)
  return {
    storageBytes: { used: live.usedBytes + live.reservedBytes, limit: storageBytes, renewsAt: null },
    transfers: { used: live.monthTransfers, limit: monthlyTransfers, renewsAt },
    requests: { used: await readMonthRequests(db, live.id), limit: monthlyRequests, renewsAt },
    mails: { ...(await readDayMails(db, live)), renewsAt: nextDay(live.day) },
  }
}

/** The first instant of the UTC month after that of a day, 'YYYY-MM-DD'. */
function nextMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 1)).toISOString()
}

/** The first instant of the UTC day after a day. */
const nextDay = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString()

function listOffers(prices: Prices): OfferShape[] {
  return offers.flatMap((offer) => presentOffer(prices, prices.priceOf(offer)) ?? [])
}

/** Null for no price, and for one that is not for sale. */
export function presentOffer(prices: Prices | null, price: string | null): OfferShape | null {
  const offer = price === null ? null : (prices?.offerOf(price) ?? null)
  if (offer === null || price === null) return null
  return { price, ...offer, amount: { minor: centsOf(offer), currency: 'usd' } }
}
