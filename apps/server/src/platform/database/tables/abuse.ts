import type { Generated } from 'kysely'
import type { Bytea, DefaultInstant, InstantOrNull, OptionalNull } from '../column-types.ts'

/** Written by `npm run tables` from the migrated schema; not to be edited. column-types.ts has what it cannot say. */
export interface AbuseReportsTable {
  id: string
  transfer_id: string
  reporter: Bytea
  recipient_id: OptionalNull<string>
  sender: Bytea
  reason: 'malware' | 'phishing' | 'copyright' | 'illegal' | 'other'
  text: string
  address: OptionalNull<string>
  created_at: DefaultInstant
  decided_at: InstantOrNull
  decision: OptionalNull<'dismiss' | 'block-transfer' | 'block-content' | 'suspend-account'>
  decided_by: OptionalNull<string>
  note: Generated<string>
}

export interface AbuseTables {
  abuse_reports: AbuseReportsTable
}
