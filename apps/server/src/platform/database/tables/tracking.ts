import type { Generated } from 'kysely'
import type { DefaultInstant, InstantOrNull } from '../column-types.ts'

/** Written by `npm run tables` from the migrated schema; not to be edited. column-types.ts has what it cannot say. */
export interface AlertsTable {
  transfer_id: string
  recipient_id: string
  kind: 'finished' | 'stopped' | 'opened'
  at: DefaultInstant
}

export interface AlertMarksTable {
  transfer_id: string
  place: Generated<number>
  mailed_at: InstantOrNull
}

export interface UnremindedTable {
  address: string
  since: DefaultInstant
}

export interface TrackingTables {
  alerts: AlertsTable
  alert_marks: AlertMarksTable
  unreminded: UnremindedTable
}
