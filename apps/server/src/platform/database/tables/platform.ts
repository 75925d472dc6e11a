import type { Generated } from 'kysely'
import type {
  Bytea,
  BytesOrNull,
  ColumnTypes,
  DefaultInstant,
  DefaultJson,
  Instant,
  InstantOrNull,
  JsonOrNull,
  OptionalNull,
} from '../column-types.ts'

/** Written by `npm run tables` from the migrated schema; not to be edited. column-types.ts has what it cannot say. */
export interface MasterKeysTable {
  fingerprint: Bytea
  seen_at: DefaultInstant
}

export interface KnownSettingsTable {
  name: string
  mac: Bytea
  changed_at: DefaultInstant
}

export interface JobPoolsTable {
  pool_id: string
  node_id: string
  absent_since: InstantOrNull
}

export interface IdempotencyKeysTable {
  scope: string
  key: string
  request_hash: Bytea
  status: OptionalNull<number>
  reply: BytesOrNull
  node_id: OptionalNull<string>
  taken_until: Instant
  created_at: DefaultInstant
}

export interface ProofsTable {
  challenge_hash: Bytea
  pass_hash: Bytea
  misses_left: number
  expires_at: Instant
}

export interface TalliesTable {
  key: Bytea
  count: number
  ends_at: Instant
}

export interface AlarmCountsTable {
  alarm: ColumnTypes['alarm_counts.alarm']
  minute: number
  count: number
  counted_at: DefaultInstant
}

export interface AlarmsTable {
  alarm: ColumnTypes['alarms.alarm']
  raised_at: DefaultInstant
}

export interface SecurityEventsTable {
  id: string
  at: DefaultInstant
  last_at: DefaultInstant
  event: string
  outcome: string
  account_id: OptionalNull<string>
  address: OptionalNull<string>
  network: OptionalNull<string>
  request_id: OptionalNull<string>
  facts: DefaultJson<ColumnTypes['security_events.facts']>
  count: Generated<number>
  fold_key: BytesOrNull
  is_told: Generated<boolean>
}

export interface AcmeAccountsTable {
  directory: string
  sealed: Bytea
  created_at: DefaultInstant
}

export interface AcmeChallengesTable {
  token: string
  answer: string
  created_at: DefaultInstant
}

export interface CertificatesTable {
  host: string
  chain: OptionalNull<string>
  sealed: BytesOrNull
  starts_at: InstantOrNull
  ends_at: InstantOrNull
  renew_at: InstantOrNull
  failures: Generated<number>
  last_error: OptionalNull<string>
  next_try_at: DefaultInstant
  taken_by: OptionalNull<string>
  taken_until: InstantOrNull
}

export interface ReceiptKeysTable {
  id: string
  public_key: Bytea
  sealed: BytesOrNull
  mac: Bytea
  created_at: DefaultInstant
  retired_at: InstantOrNull
}

export interface MailsTable {
  id: string
  message_id: string
  template: string
  recipient_id: OptionalNull<string>
  supplier_id: OptionalNull<string>
  sender_mailbox: OptionalNull<string>
  sealed: BytesOrNull
  attempts: Generated<number>
  last_error: OptionalNull<string>
  handed_by: OptionalNull<string>
  created_at: DefaultInstant
  accepted_at: InstantOrNull
  given_up_at: InstantOrNull
  refused_at: InstantOrNull
  bounced_at: InstantOrNull
  noted_at: InstantOrNull
  signed_for: OptionalNull<string>
  unsigned_because: OptionalNull<'plan' | 'records' | 'key' | 'refused'>
}

export interface SandboxClockTable {
  is_only: Generated<boolean>
  ahead_seconds: number
}

export interface SandboxCallsTable {
  key: string
  request_hash: Bytea
  answer: JsonOrNull<ColumnTypes['sandbox_calls.answer']>
  created_at: DefaultInstant
}

export interface SandboxCustomersTable {
  id: string
  account: string
  email: string
  language: 'en' | 'zh'
  card_id: OptionalNull<string>
  credit_cents: Generated<number>
  created_at: Instant
  removed_at: InstantOrNull
  company: JsonOrNull<ColumnTypes['sandbox_customers.company']>
}

export interface SandboxCardsTable {
  id: string
  customer_id: string
  number: string
  month: number
  year: number
  created_at: Instant
}

export interface SandboxPromotionsTable {
  id: string
  code: string
  percent_off: OptionalNull<number>
  off_cents: OptionalNull<number>
  months: OptionalNull<number>
  redeem_by: InstantOrNull
  max_redemptions: OptionalNull<number>
  redemptions: Generated<number>
  created_at: Instant
  ended_at: InstantOrNull
}

export interface SandboxSubscriptionsTable {
  id: string
  customer_id: string
  price: string
  status: 'trialing' | 'active' | 'past_due' | 'unpaid' | 'canceled'
  anchor_at: Instant
  periods: number
  period_starts_at: Instant
  period_ends_at: Instant
  trial_ends_at: InstantOrNull
  is_ending: Generated<boolean>
  next_price: OptionalNull<string>
  promotion_id: OptionalNull<string>
  discount_ends_at: InstantOrNull
  failures: Generated<number>
  retry_at: InstantOrNull
  created_at: Instant
  ended_at: InstantOrNull
}

export interface SandboxInvoicesTable {
  id: string
  customer_id: string
  subscription_id: OptionalNull<string>
  price: string
  amount_cents: number
  status: 'open' | 'paid' | 'void'
  switches_to: OptionalNull<string>
  prorated_at: InstantOrNull
  expires_at: InstantOrNull
  refunded_cents: Generated<number>
  created_at: Instant
  paid_at: InstantOrNull
  company: JsonOrNull<ColumnTypes['sandbox_invoices.company']>
  disputed_cents: Generated<number>
}

export interface SandboxCheckoutsTable {
  id: string
  customer_id: string
  kind: 'trial' | 'subscription' | 'prepaid' | 'card' | 'invoice'
  price: OptionalNull<string>
  trial_days: Generated<number>
  promotion_id: OptionalNull<string>
  language: 'en' | 'zh'
  back_to: string
  leave_to: string
  status: Generated<'open' | 'processing' | 'paid' | 'failed' | 'expired'>
  confirms_at: InstantOrNull
  will_succeed: OptionalNull<boolean>
  subscription_id: OptionalNull<string>
  invoice_id: OptionalNull<string>
  card_id: OptionalNull<string>
  created_at: Instant
  expires_at: Instant
}

export interface SandboxEventsTable {
  id: string
  at: Instant
  kind: ColumnTypes['sandbox_events.kind']
  customer_id: string
  subscription_id: OptionalNull<string>
  checkout_id: OptionalNull<string>
  told_at: InstantOrNull
}

export interface PlatformTables {
  master_keys: MasterKeysTable
  known_settings: KnownSettingsTable
  job_pools: JobPoolsTable
  idempotency_keys: IdempotencyKeysTable
  proofs: ProofsTable
  tallies: TalliesTable
  alarm_counts: AlarmCountsTable
  alarms: AlarmsTable
  security_events: SecurityEventsTable
  acme_accounts: AcmeAccountsTable
  acme_challenges: AcmeChallengesTable
  certificates: CertificatesTable
  receipt_keys: ReceiptKeysTable
  mails: MailsTable
  sandbox_clock: SandboxClockTable
  sandbox_calls: SandboxCallsTable
  sandbox_customers: SandboxCustomersTable
  sandbox_cards: SandboxCardsTable
  sandbox_promotions: SandboxPromotionsTable
  sandbox_subscriptions: SandboxSubscriptionsTable
  sandbox_invoices: SandboxInvoicesTable
  sandbox_checkouts: SandboxCheckoutsTable
  sandbox_events: SandboxEventsTable
}
