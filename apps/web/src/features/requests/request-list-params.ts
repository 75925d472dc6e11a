import { requestFilters } from '@waybill/contract/requests/views'
import { EVERYONE } from '@waybill/contract/transfers/views'

/** What the list shows, as it is in the address: reloading and going back restore it. */
export interface RequestListParams {
  view?: (typeof requestFilters)[number]
  q?: string
  /** Whose: an account of the team, or `me`; absent: everyone's, where the account sees the team's. */
  member?: string
}

/** The known queries of an address; others are ignored. */
export function readRequestListParams(search: Record<string, unknown>): RequestListParams {
  const view = requestFilters.find((known) => known === search.view)
  const q = typeof search.q === 'string' && search.q !== '' ? search.q.slice(0, 200) : undefined
  const member = typeof search.member === 'string' && /^[\w-]{1,64}$/.test(search.member) ? search.member : undefined
  return {
    ...(view && view !== 'all' ? { view } : {}),
    ...(q ? { q } : {}),
    ...(member && member !== EVERYONE ? { member } : {}),
  }
}

/** Whether a view shows what members share with the account, and not whose requests are chosen. */
export const isForMe = (view: RequestListParams['view']): boolean => view === 'shared' || view === 'assigned'

/** The value of `new` in the address that opens the gallery of ready templates. */
export const GALLERY = 'gallery'
