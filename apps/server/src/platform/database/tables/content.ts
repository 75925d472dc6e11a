import type { DefaultInstant } from '../column-types.ts'

/** Written by `npm run tables` from the migrated schema; not to be edited. column-types.ts has what it cannot say. */
export interface NewsReadsTable {
  account_id: string
  entry: string
  read_at: DefaultInstant
}

export interface ContentTables {
  news_reads: NewsReadsTable
}
