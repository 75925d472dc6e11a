/** How the table of who sent what may be narrowed. Apart from the shapes, so that the browser needs no zod for it. */
export const supplierFilters = ['all', 'complete', 'missing', 'late', 'sent-back', 'to-judge'] as const
