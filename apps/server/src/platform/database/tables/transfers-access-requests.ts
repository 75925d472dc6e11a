import type { Bytea, DefaultInstant, Instant, InstantOrNull, OptionalNull } from '../column-types.ts'

/** Written by `npm run tables` from the migrated schema; not to be edited. column-types.ts has what it cannot say. */
export interface AskersTable {
  id: string
  transfer_id: string
  wish: 'time' | 'access'
  address: string
  asked_at: DefaultInstant
  silenced_at: InstantOrNull
}

export interface AsksTable {
  id: string
  asker_id: string
  recipient_id: string
  token_hash: Bytea
  language: string
  time_zone: OptionalNull<string>
  asked_at: DefaultInstant
  expires_at: Instant
  given_at: InstantOrNull
  given_until: InstantOrNull
}

export interface TransfersAccessRequestsTables {
  askers: AskersTable
  asks: AsksTable
}
