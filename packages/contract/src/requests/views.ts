/** The filters of the supplier table. Separate from the shapes, so that the browser needs no zod for it. */
export const supplierFilters = ['all', 'complete', 'missing', 'late', 'sent-back', 'to-judge'] as const
