import type { Generated } from 'kysely'
import type { Bytea, DefaultInstant, Instant, InstantOrNull, OptionalNull } from '../column-types.ts'

/** Written by `npm run tables` from the migrated schema; not to be edited. column-types.ts has what it cannot say. */
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

export interface ApiKeysTable {
  id: string
  account_id: string
  name: string
  secret_hash: Bytea
  scopes: string[]
  networks: Generated<string[]>
  created_at: DefaultInstant
  ends_at: InstantOrNull
  last_used_at: InstantOrNull
  revoked_at: InstantOrNull
}

export interface DeviceLoginsTable {
  device_hash: Bytea
  code_hash: Bytea
  name: string
  scopes: string[]
  days: number
  ip: string
  created_at: DefaultInstant
  expires_at: Instant
  polled_at: InstantOrNull
  interval_seconds: number
  is_allowed: OptionalNull<boolean>
  account_id: OptionalNull<string>
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

export interface IdentitySessionsTables {
  sessions: SessionsTable
  api_keys: ApiKeysTable
  device_logins: DeviceLoginsTable
  recovery_codes: RecoveryCodesTable
  passkeys: PasskeysTable
  challenges: ChallengesTable
  reset_tokens: ResetTokensTable
  take_backs: TakeBacksTable
}
