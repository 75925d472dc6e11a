import type { Company } from '@waybill/contract/billing/company-shapes'
import type { BillingView } from '@waybill/contract/billing/payment-shapes'
import type { Actor } from '../platform/http/actor.ts'
import { changeAtProvider, type PaymentContext, requireBuyer, withCustomer } from './ask-provider.ts'
import { readBilling } from './read-billing.ts'

/**
 * Keeps at the provider whom later invoices are made out to. Our row follows by what is read back, as it does where a
 * checkout has written another address there.
 *
 * @throws Problem as the endpoint says
 */
export async function saveCompany(
  ctx: PaymentContext,
  actor: Pick<Actor, 'account'>,
  company: Company,
): Promise<BillingView> {
  const buyer = await requireBuyer(ctx, actor)
  const { workspaceId, payments, account } = buyer
  await withCustomer(ctx, buyer, (customer) => {
    const wish = { customer, company }
    return changeAtProvider(ctx, { workspaceId, verb: 'company', wish }, (key) =>
      payments.provider.saveCompany(key, wish),
    )
  })
  return readBilling(ctx, account.id)
}
