import type { InstantOrNull } from './column-types.ts'

/** Row types of the job runner's neighbourhood; `schema.ts` joins them to the rest. */
export interface JobPoolsTable {
  pool_id: string
  node_id: string
  absent_since: InstantOrNull
}

export interface JobTables {
  job_pools: JobPoolsTable
}
