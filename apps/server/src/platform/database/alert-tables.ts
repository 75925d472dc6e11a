import type { Generated } from 'kysely'
import type { DefaultInstant, InstantOrNull } from './column-types.ts'

/** Row types of what senders were told by mail. */
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

/** Who does not want to be reminded of what waits for them. */
export interface UnremindedTable {
  address: string
  since: DefaultInstant
}

export interface AlertTables {
  alerts: AlertsTable
  alert_marks: AlertMarksTable
  unreminded: UnremindedTable
}
