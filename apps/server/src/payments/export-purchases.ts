import type { CompanyView } from '@waybill/contract/billing/company-shapes'
import type { SubscriptionView } from '@waybill/contract/billing/payment-shapes'
import { readBought } from '../billing/index.ts'
import type { Context } from '../context.ts'
import type { PaymentNews } from '../platform/mail-transport/index.ts'
import { type CheckoutRow, listCheckouts, listPrepaid } from './checkout-store.ts'
import { listNews } from './news/news-store.ts'
import { listCompanies, type ProviderKind } from './payment-store.ts'

export interface ExportedPurchases {
  provider: ProviderKind | null
  /** Whom invoices are made out to, as it was last read of each provider. */
  companies: CompanyView[]
  /** As it was last read of the provider; null where none runs. */
  subscription: SubscriptionView | null
  prepaid: Array<{
    role: string
    price: string
    paid: { minor: number; currency: string }
    startsAt: Date
    endsAt: Date
  }>
  checkouts: Array<Pick<CheckoutRow, 'kind' | 'price' | 'state'> & { startedAt: Date }>
  /** What the account was told about them. */
  news: Array<{ news: PaymentNews; notedAt: Date }>
}

/** All that is stored about what a workspace has bought, for the account's export. Oldest first. */
export async function exportPurchases(db: Context['db'], workspaceId: string): Promise<ExportedPurchases> {
  const bought = await readBought(db, workspaceId)
  const prepaid = await listPrepaid(db, workspaceId)
  const checkouts = await listCheckouts(db, workspaceId)
  return {
    provider: bought?.provider ?? null,
    companies: await listCompanies(db, workspaceId),
    subscription: bought?.view ?? null,
    prepaid: prepaid.map(({ role, price, paid_cents, currency, starts_at, ends_at }) => {
      return { role, price, paid: { minor: Number(paid_cents), currency }, startsAt: starts_at, endsAt: ends_at }
    }),
    news: await listNews(db, workspaceId),
    checkouts: checkouts.map(({ created_at, ...checkout }) => ({ ...checkout, startedAt: created_at })),
  }
}
