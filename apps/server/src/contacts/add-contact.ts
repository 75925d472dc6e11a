import type { Contact, addContact as endpoint } from '@waybill/contract/contacts/endpoints'
import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../context.ts'
import type { Call } from '../platform/http/bind.ts'
import { newId } from '../platform/ids.ts'
import { keptAddress, keptText } from './contact-fields.ts'
import { type Keeper, upsertContacts } from './contact-store.ts'
import { holdBook, requireRoom } from './hold-book.ts'
import { presentContact } from './present-contact.ts'

/** @throws Problem 'invalid-recipient' | 'too-many-contacts' {limit} | 'contact-shared' */
export async function addContact(
  { db }: Pick<Context, 'db'>,
  keeper: Keeper,
  typed: Call<typeof endpoint>['body'],
): Promise<{ contact: Contact }> {
  const contact = {
    id: newId(),
    email: keptAddress(typed.email),
    name: keptText(typed.name),
    company: keptText(typed.company),
  }
  return db.transaction().execute(async (tx) => {
    await holdBook(tx, keeper.id, typed.book)
    const [row] = await upsertContacts(tx, keeper, typed.book, [contact])
    if (row === undefined) throw new Problem('contact-shared')
    await requireRoom(tx, keeper.id, typed.book)
    return { contact: presentContact(row, keeper) }
  })
}
