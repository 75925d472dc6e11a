import type { Item, RequestSupplier } from '@waybill/contract/requests/shapes'

/** The state of one item of one supplier, as its mark shows it. */
export type Mark = 'missing' | 'late' | 'optional' | 'sent' | 'accepted' | 'sent-back'

/** Optional items are never late; a returned item shows as returned, also when it is late. */
export function markOf(
  { state }: Pick<RequestSupplier['items'][number], 'state'>,
  { isRequired }: Pick<Item, 'isRequired'>,
  isLate: boolean,
): Mark {
  if (state === 'arrived') return 'sent'
  if (state !== 'missing') return state
  if (!isRequired) return 'optional'
  return isLate ? 'late' : 'missing'
}

/** The state of a supplier as a whole. */
export type SupplierStanding = 'complete' | 'late' | 'sent-back' | 'partly' | 'nothing'

export function supplierStandingOf(
  supplier: Pick<RequestSupplier, 'completedAt' | 'isLate' | 'items'>,
): SupplierStanding {
  if (supplier.completedAt !== null) return 'complete'
  if (supplier.isLate) return 'late'
  if (supplier.items.some(({ state }) => state === 'sent-back')) return 'sent-back'
  return supplier.items.some(({ state }) => state !== 'missing') ? 'partly' : 'nothing'
}
