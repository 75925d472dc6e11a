/**
 * The filters of the list of requests. `shared`: members of its team share them with this account; `assigned`: those
 * of them that it looks after.
 */
export const requestFilters = ['all', 'open', 'paused', 'closed', 'expired', 'shared', 'assigned'] as const
/** The filters of the supplier table. Separate from the shapes, so that the browser needs no zod for it. */
export const supplierFilters = ['all', 'complete', 'missing', 'late', 'sent-back', 'to-judge'] as const
