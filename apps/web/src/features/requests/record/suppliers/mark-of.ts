import type { Item, RequestSupplier } from '@waybill/contract/requests/shapes'

/** How one item of one supplier stands, as its mark says it. */
export type Mark = 'missing' | 'late' | 'optional' | 'sent' | 'accepted' | 'sent-back'

/** What nobody has to send is never late; what was sent back is shown as that, also when it is late. */
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

/** How a supplier stands as a whole. */
export type SupplierStanding = 'complete' | 'late' | 'sent-back' | 'partly' | 'nothing'

export function supplierStandingOf(
  supplier: Pick<RequestSupplier, 'completedAt' | 'isLate' | 'items'>,
): SupplierStanding {
  if (supplier.completedAt !== null) return 'complete'
  if (supplier.isLate) return 'late'
  if (supplier.items.some(({ state }) => state === 'sent-back')) return 'sent-back'
  return supplier.items.some(({ state }) => state !== 'missing') ? 'partly' : 'nothing'
}
