/** What a requester calls those whom a request asks. It changes words on the requester's pages and nothing else. */
export const supplierNouns = ['supplier', 'client', 'staff', 'student', 'person'] as const
export type SupplierNoun = (typeof supplierNouns)[number]
