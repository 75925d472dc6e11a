/** The requester's word for the suppliers of a request. It changes words on the requester's pages and nothing else. */
export const supplierNouns = ['supplier', 'client', 'staff', 'student', 'person'] as const
export type SupplierNoun = (typeof supplierNouns)[number]
