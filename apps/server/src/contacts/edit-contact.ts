import type { Contact, editContact as endpoint } from '@waybill/contract/contacts/endpoints'
import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../context.ts'
import { isUniqueViolation } from '../platform/database/is-unique-violation.ts'
import type { Call } from '../platform/http/bind.ts'
import { keptAddress, keptText } from './contact-fields.ts'
import { changeContact } from './contact-store.ts'
import { presentContact } from './present-contact.ts'

/**
 * @throws Problem 'invalid-recipient' | 'contact-not-found' | 'contact-exists' where another contact has the address
 */
export async function editContact(
  { db }: Pick<Context, 'db'>,
  accountId: string,
  id: string,
  { email, name, company }: Call<typeof endpoint>['body'],
): Promise<{ contact: Contact }> {
  const change = {
    email: email === undefined ? undefined : keptAddress(email),
    name: name === undefined ? undefined : keptText(name),
    company: company === undefined ? undefined : keptText(company),
  }
  const row = await changeContact(db, accountId, id, change).catch((error) => {
    throw isUniqueViolation(error) ? new Problem('contact-exists', {}, { cause: error }) : error
  })
  if (row === undefined) throw new Problem('contact-not-found')
  return { contact: presentContact(row) }
}
