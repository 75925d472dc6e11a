import type { Generated } from 'kysely'
import type {
  Bytea,
  ColumnTypes,
  DefaultInstant,
  Instant,
  InstantOrNull,
  Json,
  JsonOrNull,
  OptionalNull,
} from '../column-types.ts'

/** Written by `npm run tables` from the migrated schema; not to be edited. column-types.ts has what it cannot say. */
export interface PaymentCustomersTable {
  workspace_id: string
  provider: 'sandbox' | 'stripe'
  customer: string
  version: Generated<number>
  created_at: DefaultInstant
  company: JsonOrNull<ColumnTypes['payment_customers.company']>
}

export interface PaymentCallsTable {
  key: string
  workspace_id: string
  verb: string
  wish_hash: Bytea
  created_at: DefaultInstant
  ended_at: InstantOrNull
}

export interface PaymentCheckoutsTable {
  id: string
  workspace_id: string
  provider: 'sandbox' | 'stripe'
  kind: 'trial' | 'subscription' | 'prepaid' | 'card'
  price: OptionalNull<string>
  promotion: OptionalNull<string>
  language: 'en' | 'zh'
  session: OptionalNull<string>
  way: JsonOrNull<ColumnTypes['payment_checkouts.way']>
  state: Generated<'open' | 'processing' | 'done' | 'failed' | 'expired' | 'trial-refused' | 'paid-back'>
  created_at: DefaultInstant
  is_by_link: Generated<boolean>
}

export interface PaymentEventsTable {
  provider: string
  id: string
  kind: string
  at: Instant
  customer: OptionalNull<string>
  received_at: DefaultInstant
}

export interface PaymentTrialsTable {
  mark: string
  subscription: string
  begun_at: DefaultInstant
  provider: 'sandbox' | 'stripe'
}

export interface PrepaidPeriodsTable {
  session: string
  workspace_id: string
  provider: string
  price: string
  role: string
  payment: OptionalNull<string>
  paid_cents: number
  currency: string
  starts_at: Instant
  ends_at: Instant
  lost_cents: Generated<number>
  lost_seconds: Generated<number>
  refund_cents: Generated<number>
}

export interface PaymentNewsTable {
  workspace_id: string
  fact: string
  news: Json<ColumnTypes['payment_news.news']>
  noted_at: DefaultInstant
  told_at: InstantOrNull
}

export interface CardLinksTable {
  token_hash: Bytea
  workspace_id: string
  provider: 'sandbox' | 'stripe'
  subscription: string
  due_cents: OptionalNull<number>
  currency: OptionalNull<string>
  created_at: DefaultInstant
  expires_at: Instant
  paid_at: InstantOrNull
}

export interface PaymentsTables {
  payment_customers: PaymentCustomersTable
  payment_calls: PaymentCallsTable
  payment_checkouts: PaymentCheckoutsTable
  payment_events: PaymentEventsTable
  payment_trials: PaymentTrialsTable
  prepaid_periods: PrepaidPeriodsTable
  payment_news: PaymentNewsTable
  card_links: CardLinksTable
}
