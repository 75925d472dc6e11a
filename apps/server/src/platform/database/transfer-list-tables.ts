/** Row types of what lists of transfers are answered from. */
export interface TransferCountsTable {
  account_id: string
  shelf: number
  /** 'YYYY-MM', UTC. */
  month: string
  transfers: number
}
export interface TransferDayCountsTable {
  account_id: string
  shelf: number
  /** 'YYYY-MM-DD', UTC. */
  day: string
  transfers: number
}
export interface TransferSearchesTable {
  transfer_id: string
  account_id: string
  grams: number[]
}
export interface TransferListTables {
  transfer_counts: TransferCountsTable
  transfer_day_counts: TransferDayCountsTable
  transfer_searches: TransferSearchesTable
}
