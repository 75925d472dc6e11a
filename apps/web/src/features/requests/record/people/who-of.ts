import type { Submission } from '@waybill/contract/requests/submission-endpoints'

type Person = Pick<Submission['person'], 'name' | 'company' | 'email'>

/** What a supplier is called; null where they have said nothing of themselves. */
export const whoOf = ({ name, company, email }: Person): string | null => name || company || email

/** What else is known of them, under the name. */
export const alsoOf = (person: Person): string[] =>
  [person.company, person.email ?? ''].filter((word) => word !== '' && word !== whoOf(person))

/** Whether a file that came can still be had. */
export const isThere = ({ isWithdrawn, isDeleted }: Submission['files'][number]): boolean => !isWithdrawn && !isDeleted
