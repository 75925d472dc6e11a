import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import { languageOf } from '../../identity/accounts/index.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Budget } from '../../platform/http/limits/rate-limits.ts'
import { readSandboxInvoice } from '../../platform/payments/sandbox/sandbox-invoice.ts'
import { type PaymentContext, requireBuyer } from '../ask-provider.ts'
import { requireOfferOf } from '../judge-bought.ts'
import { findCustomer } from '../payment-store.ts'
import type { InvoiceWork } from './draw-invoice.ts'

const PROGRAM = new URL('./invoice-thread.ts', import.meta.url)
const invoicesPerAccount: Budget = { name: 'invoices', points: 120, seconds: 3_600 }

type Printing = PaymentContext & Pick<Context, 'threads' | 'origins'>

/**
 * An invoice of the sandbox as a PDF in the account's language. Other providers make their own.
 *
 * @throws Problem 'invoice-not-found', the same for unknown and foreign ones; 'too-many-requests'; 'too-many-calls', 'busy'
 */
export async function printInvoice(
  ctx: Printing,
  actor: Pick<Actor, 'account'>,
  invoice: string,
): Promise<{ number: string; bytes: Uint8Array }> {
  if (ctx.payments?.sandbox == null) throw new Problem('invoice-not-found')
  const { payments, workspaceId, account } = await requireBuyer(ctx, actor)
  await ctx.limits.spend(invoicesPerAccount, account.id)
  const { sandbox, prices } = payments
  const own = await findCustomer(ctx.db, workspaceId, 'sandbox')
  const found = own && sandbox && (await readSandboxInvoice(sandbox, { customer: own.customer, invoice }))
  if (!found) throw new Problem('invoice-not-found')
  const { price, created_at, paid_at, amount_cents, refunded_cents, ...rest } = found
  const data: InvoiceWork = {
    ...rest,
    amountCents: Number(amount_cents),
    refundedCents: Number(refunded_cents),
    offer: requireOfferOf(prices, price),
    madeAt: created_at.toISOString(),
    paidAt: paid_at?.toISOString() ?? null,
    language: languageOf(account),
    timeZone: actor.account?.timeZone ?? 'UTC',
    issuer: ctx.origins.publicOrigin,
  }
  const { bytes } = await ctx.threads.run<{ bytes: Uint8Array }>({
    program: PROGRAM,
    line: account.id,
    begin: () => ({ data }),
  })
  return { number: found.number, bytes }
}
