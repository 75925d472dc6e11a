import type { Generated } from 'kysely'
import type {
  Bytea,
  BytesOrNull,
  ColumnTypes,
  DefaultInstant,
  DefaultJson,
  Instant,
  InstantOrNull,
  Json,
  OptionalNull,
} from '../column-types.ts'

/** Written by `npm run tables` from the migrated schema; not to be edited. column-types.ts has what it cannot say. */
export interface AccountsTable {
  id: string
  workspace_id: string
  email: OptionalNull<string>
  password_hash: string
  full_name: Generated<string>
  company: Generated<string>
  suspended_at: InstantOrNull
  region: Generated<string>
  language: Generated<string>
  time_zone: OptionalNull<string>
  referrer: OptionalNull<string>
  login_count: Generated<number>
  transfer_settings: DefaultJson<ColumnTypes['accounts.transfer_settings']>
  request_settings: DefaultJson<ColumnTypes['accounts.request_settings']>
  picture_id: OptionalNull<string>
  totp_secret: BytesOrNull
  totp_confirmed_at: InstantOrNull
  totp_step: OptionalNull<number>
  alert_mode: Generated<'finished' | 'opened' | 'every' | 'digest' | 'none'>
  alerts_since: DefaultInstant
  digested_at: InstantOrNull
  created_at: DefaultInstant
  deleted_at: InstantOrNull
  referral: OptionalNull<string>
  member_role: Generated<'manager' | 'member'>
  joined_at: DefaultInstant
  operator_since: InstantOrNull
  suspended_because: Generated<string>
  is_led: Generated<boolean>
}

export interface AccountAddressesTable {
  address: string
  account_id: string
  proven_at: DefaultInstant
}

export interface DevicesTable {
  id: string
  secret_hash: Bytea
  created_at: DefaultInstant
}

export interface AccountFactsView {
  id: string
  workspace_id: string
  email: OptionalNull<string>
  full_name: string
  company: string
  role: string
  subscription: ColumnTypes['account_facts.subscription']
  suspended_at: InstantOrNull
  region: string
  language: string
  time_zone: OptionalNull<string>
  transfer_settings: Json<ColumnTypes['accounts.transfer_settings']>
  request_settings: Json<ColumnTypes['accounts.request_settings']>
  picture_id: OptionalNull<string>
  has_totp: boolean
  alert_mode: 'finished' | 'opened' | 'every' | 'digest' | 'none'
  alerts_since: Instant
  digested_at: InstantOrNull
  created_at: Instant
  deleted_at: InstantOrNull
  team_role: ColumnTypes['account_facts.team_role']
  joined_at: Instant
  over_seats_since: InstantOrNull
  requires_second_factor: boolean
}

export interface AccountEmailsView {
  address: string
  account_id: string
  proven_at: Instant
}

export interface IdentityAccountsTables {
  accounts: AccountsTable
  account_addresses: AccountAddressesTable
  devices: DevicesTable
  account_facts: AccountFactsView
  account_emails: AccountEmailsView
}
