import type { ColumnTypes, Instant, Json } from '../column-types.ts'

/** Written by `npm run tables` from the migrated schema; not to be edited. column-types.ts has what it cannot say. */
export interface HealthSamplesTable {
  at: Instant
  is_ok: boolean
  checks: Json<ColumnTypes['health_samples.checks']>
  jobs_waiting: number
  jobs_failed: number
  mails_waiting: number
  alarms: string[]
}

export interface DeskTables {
  health_samples: HealthSamplesTable
}
