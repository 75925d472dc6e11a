import { supplierFilters } from '@waybill/contract/requests/views'

/** What a request's page shows, as it is in the address: reloading and going back restore it. */
export interface RecordParams {
  view?: 'inbox' | 'answers'
  show?: Exclude<(typeof supplierFilters)[number], 'all'>
  /** Only suppliers for whom this item is missing. */
  item?: string
  q?: string
  /** The supplier whose panel is open. */
  supplier?: string
  /** In that panel, the item whose comments are open: mails lead here. */
  comments?: string
  /** The edit form is open. */
  edit?: ''
}

const given = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined

/** The known queries of an address; others are ignored. */
export function readRecordParams(search: Record<string, unknown>): RecordParams {
  const show = supplierFilters.find((filter) => filter === search.show)
  const [item, q] = [given(search.item), given(search.q)]
  const [supplier, comments] = [given(search.supplier), given(search.comments)]
  return {
    ...(search.view === 'inbox' || search.view === 'answers' ? { view: search.view } : {}),
    ...(show && show !== 'all' ? { show } : {}),
    ...(item ? { item } : {}),
    ...(q ? { q } : {}),
    ...(supplier ? { supplier } : {}),
    ...(supplier && comments ? { comments } : {}),
    ...(typeof search.edit === 'string' ? { edit: '' } : {}),
  }
}
