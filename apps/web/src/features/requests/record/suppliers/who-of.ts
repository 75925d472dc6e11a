import type { Submission } from '@waybill/contract/requests/submission-endpoints'

type Supplier = Pick<Submission['supplier'], 'name' | 'company' | 'email'>

/** What a supplier is called; null where they have said nothing of themselves. */
export const whoOf = ({ name, company, email }: Supplier): string | null => name || company || email

/** What else is known of them, under the name. */
export const alsoOf = (supplier: Supplier): string[] =>
  [supplier.company, supplier.email ?? ''].filter((word) => word !== '' && word !== whoOf(supplier))

/** Whether a file that came can still be had. */
export const isThere = ({ isWithdrawn, isDeleted }: Submission['files'][number]): boolean => !isWithdrawn && !isDeleted
