import type { deleteContacts as deletion, moveContacts as endpoint } from '@waybill/contract/contacts/endpoints'
import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../context.ts'
import { isUniqueViolation } from '../platform/database/is-unique-violation.ts'
import type { Call } from '../platform/http/bind.ts'
import { type Keeper, moveRows, removeContacts } from './contact-store.ts'
import { holdBook, requireRoom } from './hold-book.ts'

/** @throws Problem 'too-many-contacts' {limit} | 'contact-exists' where one is changed to such an address meanwhile */
export async function moveContacts(
  { db }: Pick<Context, 'db'>,
  keeper: Keeper,
  { ids, book }: Call<typeof endpoint>['body'],
): Promise<{ moved: number }> {
  return db.transaction().execute(async (tx) => {
    await holdBook(tx, keeper.id, 'shared')
    const moved = await moveRows(tx, keeper, ids, book).catch((error) => {
      throw isUniqueViolation(error) ? new Problem('contact-exists', {}, { cause: error }) : error
    })
    await requireRoom(tx, keeper.id, book)
    return { moved }
  })
}

/** Deletes those that the keeper may change. */
export async function deleteContacts(
  { db }: Pick<Context, 'db'>,
  keeper: Pick<Keeper, 'id'>,
  { ids }: Call<typeof deletion>['body'],
): Promise<{ deleted: number }> {
  return db.transaction().execute(async (tx) => {
    await holdBook(tx, keeper.id, 'shared')
    return { deleted: await removeContacts(tx, keeper, ids) }
  })
}
