import type { listInvoices as endpoint } from '@waybill/contract/billing/payment-endpoints'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { Actor } from '../platform/http/actor.ts'
import { type PaymentContext, requireBuyer } from './ask-provider.ts'
import { findCustomer } from './payment-store.ts'

/** The account's invoices, newest first. @throws Problem as the endpoint says */
export async function listInvoices(
  ctx: PaymentContext,
  actor: Pick<Actor, 'account'>,
): Promise<ReplyOf<typeof endpoint>> {
  if (ctx.payments === null) return { invoices: [] }
  const { payments, workspaceId } = await requireBuyer(ctx, actor)
  const own = await findCustomer(ctx.db, workspaceId, payments.provider.kind)
  const found = own === null ? [] : await payments.provider.listInvoices(own.customer)
  return {
    invoices: found.map(({ id, number, at, amount, status, pdfUrl }) => {
      return { id, number, at: at.toISOString(), amount, status, pdfUrl }
    }),
  }
}
