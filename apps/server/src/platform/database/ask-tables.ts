import type { Bytea, DefaultInstant, Instant, InstantOrNull, OptionalNull } from './column-types.ts'

/** Row types of what senders are asked for. */
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

export interface AskTables {
  askers: AskersTable
  asks: AsksTable
}
