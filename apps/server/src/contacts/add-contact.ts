import type { Contact, addContact as endpoint } from '@waybill/contract/contacts/endpoints'
import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../context.ts'
import { lockAccount } from '../identity/accounts/index.ts'
import type { Call } from '../platform/http/bind.ts'
import { newId } from '../platform/ids.ts'
import { keptAddress, keptText } from './contact-fields.ts'
import { countContacts, upsertContacts } from './contact-store.ts'
import { MAX_CONTACTS } from './max-contacts.ts'
import { presentContact } from './present-contact.ts'

/** @throws Problem 'invalid-recipient' | 'too-many-contacts' {limit} */
export async function addContact(
  { db }: Pick<Context, 'db'>,
  accountId: string,
  typed: Call<typeof endpoint>['body'],
): Promise<{ contact: Contact }> {
  const contact = {
    id: newId(),
    email: keptAddress(typed.email),
    name: keptText(typed.name),
    company: keptText(typed.company),
  }
  return db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, accountId))) throw new Problem('unauthenticated')
    const rows = await upsertContacts(tx, accountId, [contact])
    if ((await countContacts(tx, accountId)) > MAX_CONTACTS)
      throw new Problem('too-many-contacts', { limit: MAX_CONTACTS })
    return { contact: presentContact(rows[0] as (typeof rows)[0]) }
  })
}
