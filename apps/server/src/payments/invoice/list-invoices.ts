import type { listInvoices as endpoint } from '@waybill/contract/billing/payment-endpoints'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { Actor } from '../../platform/http/actor.ts'
import type { Prices } from '../../platform/payments/prices.ts'
import { type PaymentContext, requireBuyer } from '../ask-provider.ts'
import { findCustomer } from '../payment-store.ts'

/** How many a provider lists at most. */
const MOST = 100

/** The account's invoices, newest first. @throws Problem as the endpoint says */
export async function listInvoices(
  ctx: PaymentContext,
  actor: Pick<Actor, 'account'>,
): Promise<ReplyOf<typeof endpoint>> {
  if (ctx.payments === null) return { invoices: [], isCut: false }
  const { payments, workspaceId } = await requireBuyer(ctx, actor)
  const { provider, prices, sandbox } = payments
  const own = await findCustomer(ctx.db, workspaceId, provider.kind)
  const found = own === null ? [] : await provider.listInvoices(own.customer)
  return {
    invoices: found.map(({ at, price, subscription, payment, ...invoice }) => {
      return { ...invoice, at: at.toISOString(), offer: soldAs(prices, price), isPrinted: sandbox !== null }
    }),
    isCut: found.length >= MOST,
  }
}

/** Null for a price that is not in the settings any more. */
const soldAs = (prices: Prices, price: string | null) => (price === null ? null : prices.offerOf(price))
