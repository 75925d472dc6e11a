import type { Submission } from '@waybill/contract/requests/submission-endpoints'

type Supplier = Pick<Submission['supplier'], 'name' | 'company' | 'email'>

/** A supplier's name; null where they have given none. */
export const whoOf = ({ name, company, email }: Supplier): string | null => name || company || email

/** Other facts about them, under the name. */
export const alsoOf = (supplier: Supplier): string[] =>
  [supplier.company, supplier.email ?? ''].filter((word) => word !== '' && word !== whoOf(supplier))

/** Whether a submitted file still exists. */
export const isThere = ({ isWithdrawn, isDeleted }: Submission['files'][number]): boolean => !isWithdrawn && !isDeleted
