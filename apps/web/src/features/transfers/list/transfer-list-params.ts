import { transferFilters, transferSorts } from '@waybill/contract/transfers/views'

/** What a list shows, as it is in the address: reloading and going back restore it. */
export interface TransferListParams {
  view?: (typeof transferFilters)[number]
  sort?: (typeof transferSorts)[number]
  q?: string
}

/** The known queries of an address; others are ignored. */
export function readTransferListParams(search: Record<string, unknown>): TransferListParams {
  const view = transferFilters.find((filter) => filter === search.view)
  const sort = transferSorts.find((known) => known === search.sort)
  const q = typeof search.q === 'string' && search.q !== '' ? search.q.slice(0, 200) : undefined
  return {
    ...(view && view !== 'all' ? { view } : {}),
    ...(sort && sort !== 'new' ? { sort } : {}),
    ...(q ? { q } : {}),
  }
}
