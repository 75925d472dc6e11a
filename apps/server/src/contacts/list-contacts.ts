import type { Contact, listContacts as endpoint } from '@waybill/contract/contacts/endpoints'
import type { Context } from '../context.ts'
import { decodeCursor, encodeCursor } from '../platform/cursor.ts'
import type { ActorAccount } from '../platform/http/actor.ts'
import type { Call } from '../platform/http/bind.ts'
import { keptText } from './contact-fields.ts'
import { type ContactPlace, countContacts, listContactRows } from './contact-store.ts'
import { presentContacts } from './present-contact.ts'

/** One page of a book, or of both. @throws Problem 'invalid-input' for an invalid `after` */
export async function listContacts(
  { readAs, db: accounts }: Pick<Context, 'db' | 'readAs'>,
  account: Pick<ActorAccount, 'id' | 'memberRole' | 'workspaceId'>,
  { q, book: asked, after, take }: Call<typeof endpoint>['query'],
): Promise<{ contacts: Contact[]; next: string | null; total: number }> {
  const db = readAs(account.id)
  const book = asked ?? null
  const typed = keptText(q ?? '') || null
  const place = after === undefined ? null : decodeCursor(after, takePlace)
  const [rows, total] = await Promise.all([
    listContactRows(db, account.id, { book, q: typed, after: place, take: take + 1 }),
    countContacts(db, account.id, { book, q: typed }),
  ])
  const page = rows.slice(0, take)
  const last = page.at(-1)
  const next = rows.length > take && last ? encodeCursor([last.sorted_by, last.email]) : null
  return { contacts: await presentContacts(accounts, account, page), next, total }
}

/** PostgreSQL accepts neither NUL nor half of a surrogate pair. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && !value.includes('\0') && value.isWellFormed()

const takePlace = ([sortedBy, email]: readonly unknown[]): ContactPlace | null =>
  isText(sortedBy) && isText(email) ? { sortedBy, email } : null
