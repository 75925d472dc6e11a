import type { Company, CompanyView } from '@waybill/contract/billing/company-shapes'
import type { BillingView, SubscriptionView } from '@waybill/contract/billing/payment-shapes'
import type { Role } from '@waybill/contract/billing/plans'
import type { DomainFound } from '@waybill/contract/domains/endpoints'
import type { SubscriptionStatus, TransferSettings } from '@waybill/contract/identity/profile-endpoints'
import type { MailDomainFound } from '@waybill/contract/mail-domains/endpoints'
import type { AlarmName } from '@waybill/contract/operating/endpoints'
import type { RequestSettings, Sealing } from '@waybill/contract/requests/shapes'
import type { MemberRole } from '@waybill/contract/workspaces/member-roles'
import type { ColumnType } from 'kysely'
import type { PaymentNews } from '../mail-transport/facts/payment-mail-facts.ts'
import type { CheckoutWay, PaymentEvent } from '../payments/payment-provider.ts'

/** How kinds of columns are read and written. int8 columns arrive as safe integers. */
export type Instant = ColumnType<Date, Date | string, Date | string>
export type InstantOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
export type DefaultInstant = ColumnType<Date, Date | string | undefined, Date | string>
export type Bytea = ColumnType<Buffer, Uint8Array, Uint8Array>
export type BytesOrNull = ColumnType<Buffer | null, Uint8Array | null | undefined, Uint8Array | null>
export type OptionalNull<T> = ColumnType<T | null, T | null | undefined, T | null>
export type Json<T> = ColumnType<T, string, string>
export type DefaultJson<T> = ColumnType<T, string | undefined, string>
export type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>

export interface DraftRecipient {
  email: string
  name?: string
  company?: string
}

/** What a workspace has bought, as it was last read from the payment provider. */
export interface Bought {
  provider: 'sandbox' | 'stripe'
  /** What was written for it. An operator may have set something else since. */
  role: Role
  status: SubscriptionStatus
  /** The provider's id of the subscription that runs; null: none. */
  subscription: string | null
  view: SubscriptionView | null
  prepaid: BillingView['prepaid']
}

/** A stored file that a draft forwards. */
export interface ForwardedFile {
  id: string
  /** Its name in the transfer: cleaned, not yet unique. */
  path: string
}

/**
 * What the schema cannot express about a column: shapes of JSON, names from a list in the code. `npm run tables` reads
 * this.
 */
export interface ColumnTypes {
  'account_facts.team_role': MemberRole
  'account_facts.subscription': SubscriptionStatus
  'accounts.request_settings': Partial<RequestSettings>
  'accounts.transfer_settings': Partial<TransferSettings>
  'alarm_counts.alarm': AlarmName
  'alarms.alarm': AlarmName
  'domains.found': DomainFound
  'health_samples.checks': Record<string, { ok: boolean; milliseconds: number }>
  'drafts.forwarded': ForwardedFile[]
  'drafts.recipients': DraftRecipient[]
  'events.files': Array<{ id: string; path: string; bytes: number; sha256?: string }>
  'library_grants.answers': { request: string; suppliers: string[] | null; language: 'en' | 'zh' }
  'mail_domains.found': MailDomainFound
  /** As texts, to the microsecond. */
  'mail_paces.times': string[]
  'payment_checkouts.way': CheckoutWay
  'payment_customers.company': CompanyView
  'payment_news.news': PaymentNews
  'request_templates.content': unknown
  'requests.sealing': Sealing
  'submission_drafts.answers': Array<{ item: string; answer: string[] }>
  'sandbox_calls.answer': unknown
  'sandbox_customers.company': Company
  'sandbox_events.kind': PaymentEvent['kind']
  'sandbox_invoices.company': Company
  'security_events.facts': Record<string, unknown>
  'subscriptions.bought': Bought
}
