import type { RequestState } from '@waybill/contract/requests/shapes'

/** The views of the list, in the order of its tabs. */
export const requestViews = ['all', 'open', 'paused', 'closed', 'expired'] as const satisfies readonly (
  | 'all'
  | RequestState
)[]

/** What the list shows, as it stands in the address: reloading and going back find it again. */
export interface RequestListParams {
  view?: (typeof requestViews)[number]
  q?: string
}

/** The known ones of an address's queries; anything else is as if it were not there. */
export function readRequestListParams(search: Record<string, unknown>): RequestListParams {
  const view = requestViews.find((known) => known === search.view)
  const q = typeof search.q === 'string' && search.q !== '' ? search.q.slice(0, 200) : undefined
  return { ...(view && view !== 'all' ? { view } : {}), ...(q ? { q } : {}) }
}
