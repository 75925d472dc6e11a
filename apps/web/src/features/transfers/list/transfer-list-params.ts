import { EVERYONE, transferFilters, transferSorts } from '@waybill/contract/transfers/views'

/** What a list shows, as it is in the address: reloading and going back restore it. */
export interface TransferListParams {
  view?: (typeof transferFilters)[number]
  sort?: (typeof transferSorts)[number]
  q?: string
  /** Whose: an account of the team, or `me`; absent: everyone's, where the account sees the team's. */
  member?: string
}

/** The known queries of an address; others are ignored. */
export function readTransferListParams(search: Record<string, unknown>): TransferListParams {
  const view = transferFilters.find((filter) => filter === search.view)
  const sort = transferSorts.find((known) => known === search.sort)
  const q = typeof search.q === 'string' && search.q !== '' ? search.q.slice(0, 200) : undefined
  const member = typeof search.member === 'string' && /^[\w-]{1,64}$/.test(search.member) ? search.member : undefined
  return {
    ...(view && view !== 'all' ? { view } : {}),
    ...(sort && sort !== 'new' ? { sort } : {}),
    ...(q ? { q } : {}),
    ...(member && member !== EVERYONE ? { member } : {}),
  }
}
