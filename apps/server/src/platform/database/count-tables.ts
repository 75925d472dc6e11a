import type { OptionalNull } from './column-types.ts'

/** What people did, counted; moments are quarters of an hour since 1970. */
export interface CountedTable {
  account_id: string
  quarter: number
  kind: 'opening' | 'download' | 'repeat' | 'mail'
  country: string
  address: string
  file_id: string
  local_hour: OptionalNull<number>
}
export interface CountedFreshTable {
  account_id: string
  quarter: number
  kind: 'opening' | 'download' | 'repeat' | 'mail'
  country: string
  address: string
  file_id: string
  local_hour: OptionalNull<number>
}
export interface CountedSumsTable {
  account_id: string
  facet: 'time' | 'country' | 'contact' | 'file'
  span: number
  starts: number
  country: string
  subject: string
  downloads: number
  repeats: number
  openings: number
  mails: number
}

export interface CountTables {
  counted: CountedTable
  counted_fresh: CountedFreshTable
  counted_sums: CountedSumsTable
}
