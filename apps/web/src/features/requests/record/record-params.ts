import { supplierFilters } from '@waybill/contract/requests/views'

/** What the page of a request shows, as it stands in the address: reloading and going back find it again. */
export interface RecordParams {
  view?: 'inbox'
  show?: Exclude<(typeof supplierFilters)[number], 'all'>
  /** Only those of whom this item is missing. */
  item?: string
  q?: string
  /** Whose panel is open. */
  supplier?: string
  /** The form that changes the request is open. */
  edit?: ''
}

const given = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined

/** The known ones of an address's queries; anything else is as if it were not there. */
export function readRecordParams(search: Record<string, unknown>): RecordParams {
  const show = supplierFilters.find((filter) => filter === search.show)
  const [item, q, supplier] = [given(search.item), given(search.q), given(search.supplier)]
  return {
    ...(search.view === 'inbox' ? { view: 'inbox' } : {}),
    ...(show && show !== 'all' ? { show } : {}),
    ...(item ? { item } : {}),
    ...(q ? { q } : {}),
    ...(supplier ? { supplier } : {}),
    ...(typeof search.edit === 'string' ? { edit: '' } : {}),
  }
}
