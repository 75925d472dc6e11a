import type { AlarmName } from '@waybill/contract/operating/endpoints'
import type { Bytea, DefaultInstant, Instant } from './column-types.ts'

/** What is kept of those who guess: work they have shown, and how much of it there is. */
export interface MissesTable {
  network_hash: Bytea
  minute_misses: number
  minute_began_at: DefaultInstant
  hour_misses: number
  hour_began_at: DefaultInstant
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
export interface CodeMailsTable {
  id: string
  mailbox_hash: Bytea
  is_known: boolean
  sent_at: DefaultInstant
}
export interface AlarmCountsTable {
  alarm: AlarmName
  minute: number
  count: number
  counted_at: DefaultInstant
}
export interface AlarmsTable {
  alarm: AlarmName
  raised_at: DefaultInstant
}

export interface GuessingTables {
  misses: MissesTable
  proofs: ProofsTable
  tallies: TalliesTable
  code_mails: CodeMailsTable
  alarm_counts: AlarmCountsTable
  alarms: AlarmsTable
}
