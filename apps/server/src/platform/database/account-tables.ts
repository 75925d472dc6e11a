import type { SubscriptionStatus, TransferSettings } from '@waybill/contract/identity/profile-endpoints'
import type { RequestSettings } from '@waybill/contract/requests/shapes'
import type { AlertMode } from '@waybill/contract/tracking/alerts'
import type { ColumnType, Generated } from 'kysely'
import type { Bytea, DefaultInstant, Instant, InstantOrNull, OptionalNull } from './column-types.ts'

/** Row types of what belongs to accounts; `schema.ts` joins them to the rest. */
type DefaultJson<T> = ColumnType<T, string | undefined, string>

export interface AccountsTable {
  id: string
  email: OptionalNull<string>
  password_hash: string
  full_name: Generated<string>
  company: Generated<string>
  role: Generated<string>
  subscription: Generated<SubscriptionStatus>
  suspended_at: InstantOrNull
  region: Generated<string>
  language: Generated<string>
  time_zone: OptionalNull<string>
  referrer: OptionalNull<string>
  login_count: Generated<number>
  custom_domain_option: Generated<'standard' | 'custom'>
  transfer_settings: DefaultJson<Partial<TransferSettings>>
  request_settings: DefaultJson<Partial<RequestSettings>>
  picture_id: OptionalNull<string>
  totp_secret: ColumnType<Buffer | null, Uint8Array | null | undefined, Uint8Array | null>
  totp_confirmed_at: InstantOrNull
  totp_step: OptionalNull<number>
  created_at: DefaultInstant
  deleted_at: InstantOrNull
  alert_mode: Generated<AlertMode>
  alerts_since: DefaultInstant
  digested_at: InstantOrNull
}
export interface PicturesTable {
  id: string
  account_id: string
  small: Bytea
  verysmall: Bytea
  created_at: DefaultInstant
}
export interface AccountAddressesTable {
  address: string
  account_id: string
  proven_at: DefaultInstant
}
export interface RecoveryCodesTable {
  account_id: string
  code_hash: Bytea
  used_at: InstantOrNull
}
export interface PasskeysTable {
  id: string
  account_id: string
  credential_id: string
  public_key: Bytea
  counter: Generated<number>
  transports: Generated<string[]>
  name: Generated<string>
  added_at: DefaultInstant
  last_used_at: InstantOrNull
}
export interface SessionsTable {
  id: string
  account_id: string
  salt: Bytea
  generation: Generated<number>
  rotated_at: DefaultInstant
  created_at: DefaultInstant
  last_used_at: DefaultInstant
  expires_at: Instant
  ended_at: InstantOrNull
  ended_because: OptionalNull<string>
  device: Generated<string>
  device_id: OptionalNull<string>
  country: OptionalNull<string>
  city: OptionalNull<string>
  ip: OptionalNull<string>
}
export interface ChallengesTable {
  token_hash: Bytea
  purpose: 'second-factor' | 'add-totp' | 'add-passkey' | 'step-up' | 'stepped-up'
  account_id: string
  challenge: OptionalNull<string>
  tries_left: Generated<number>
  created_at: DefaultInstant
  expires_at: Instant
  used_at: InstantOrNull
}
export interface ResetTokensTable {
  token_hash: Bytea
  account_id: string
  device_id: OptionalNull<string>
  created_at: DefaultInstant
  expires_at: Instant
  used_at: InstantOrNull
}
export interface TakeBacksTable {
  token_hash: Bytea
  account_id: string
  address: string
  changed_at: DefaultInstant
  expires_at: Instant
  used_at: InstantOrNull
}
export interface LinkPassesTable {
  transfer_id: string
  recipient_id: string
  device_id: string
  address: Generated<string>
  created_at: DefaultInstant
  expires_at: Instant
}
export interface ContactsTable {
  id: string
  account_id: string
  email: string
  name: Generated<string>
  company: Generated<string>
  created_at: DefaultInstant
  last_sent_at: InstantOrNull
}

export interface AccountTables {
  accounts: AccountsTable
  pictures: PicturesTable
  account_addresses: AccountAddressesTable
  recovery_codes: RecoveryCodesTable
  passkeys: PasskeysTable
  sessions: SessionsTable
  challenges: ChallengesTable
  reset_tokens: ResetTokensTable
  take_backs: TakeBacksTable
  link_passes: LinkPassesTable
  contacts: ContactsTable
}
