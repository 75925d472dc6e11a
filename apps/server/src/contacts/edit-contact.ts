import type { Contact, editContact as endpoint } from '@waybill/contract/contacts/endpoints'
import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../context.ts'
import { isUniqueViolation } from '../platform/database/is-unique-violation.ts'
import type { ActorAccount } from '../platform/http/actor.ts'
import type { Call } from '../platform/http/bind.ts'
import { keptAddress, keptText } from './contact-fields.ts'
import { changeContact, seesContact } from './contact-store.ts'
import { holdBook } from './hold-book.ts'
import { presentContacts } from './present-contact.ts'

/**
 * @throws Problem 'invalid-recipient' | 'contact-not-found' | 'contact-exists' where another contact has the address |
 *   'not-yours' where it is in the shared book, and the account may not change it
 */
export async function editContact(
  { db }: Pick<Context, 'db'>,
  account: Pick<ActorAccount, 'id' | 'memberRole' | 'workspaceId'>,
  id: string,
  { email, name, company }: Call<typeof endpoint>['body'],
): Promise<{ contact: Contact }> {
  const change = {
    email: email === undefined ? undefined : keptAddress(email),
    name: name === undefined ? undefined : keptText(name),
    company: company === undefined ? undefined : keptText(company),
  }
  const row = await db.transaction().execute(async (tx) => {
    // An import may be about to change it, or to add the new address.
    await holdBook(tx, account.id, 'shared')
    return changeContact(tx, account, id, change).catch((error) => {
      throw isUniqueViolation(error) ? new Problem('contact-exists', {}, { cause: error }) : error
    })
  })
  if (row === undefined) throw new Problem((await seesContact(db, account.id, id)) ? 'not-yours' : 'contact-not-found')
  const [contact] = await presentContacts(db, account, [row])
  return { contact: contact as Contact }
}
