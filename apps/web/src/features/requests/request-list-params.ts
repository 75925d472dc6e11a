import type { RequestState } from '@waybill/contract/requests/shapes'

/** The views of the list, in the order of its tabs. */
export const requestViews = ['all', 'open', 'paused', 'closed', 'expired'] as const satisfies readonly (
  | 'all'
  | RequestState
)[]

/** What the list shows, as it is in the address: reloading and going back restore it. */
export interface RequestListParams {
  view?: (typeof requestViews)[number]
  q?: string
}

/** The known queries of an address; others are ignored. */
export function readRequestListParams(search: Record<string, unknown>): RequestListParams {
  const view = requestViews.find((known) => known === search.view)
  const q = typeof search.q === 'string' && search.q !== '' ? search.q.slice(0, 200) : undefined
  return { ...(view && view !== 'all' ? { view } : {}), ...(q ? { q } : {}) }
}
