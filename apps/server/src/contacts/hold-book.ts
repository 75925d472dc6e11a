import type { ContactBookName } from '@waybill/contract/contacts/books'
import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import { lockAccount } from '../identity/accounts/index.ts'
import type { Database } from '../platform/database/schema.ts'
import { countContacts, holdSharedBook } from './contact-store.ts'
import { MAX_CONTACTS } from './max-contacts.ts'

/**
 * Locks the account and the book until the transaction ends, so that its limit holds.
 *
 * @throws Problem 'unauthenticated' for an account that is gone
 */
export async function holdBook(tx: Kysely<Database>, accountId: string, book: ContactBookName): Promise<void> {
  if (!(await lockAccount(tx, accountId))) throw new Problem('unauthenticated')
  if (book === 'shared') await holdSharedBook(tx, accountId)
}

/** @throws Problem 'too-many-contacts' {limit} */
export async function requireRoom(tx: Kysely<Database>, accountId: string, book: ContactBookName): Promise<void> {
  if ((await countContacts(tx, accountId, { book, q: null })) > MAX_CONTACTS)
    throw new Problem('too-many-contacts', { limit: MAX_CONTACTS })
}
