import type { Contact, listContacts as endpoint } from '@waybill/contract/contacts/endpoints'
import type { Context } from '../context.ts'
import { decodeCursor, encodeCursor } from '../platform/cursor.ts'
import type { Call } from '../platform/http/bind.ts'
import { keptText } from './contact-fields.ts'
import { type ContactPlace, countContacts, listContactRows } from './contact-store.ts'
import { presentContact } from './present-contact.ts'

/** One page of the account's contacts. @throws Problem 'invalid-input' for an invalid `after` */
export async function listContacts(
  { readAs }: Pick<Context, 'readAs'>,
  accountId: string,
  { q, after, take }: Call<typeof endpoint>['query'],
): Promise<{ contacts: Contact[]; next: string | null; total: number }> {
  const db = readAs(accountId)
  const typed = keptText(q ?? '') || null
  const place = after === undefined ? null : decodeCursor(after, takePlace)
  const [rows, total] = await Promise.all([
    listContactRows(db, accountId, { q: typed, after: place, take: take + 1 }),
    countContacts(db, accountId, typed),
  ])
  const page = rows.slice(0, take)
  const last = page.at(-1)
  const next = rows.length > take && last ? encodeCursor([last.sorted_by, last.email]) : null
  return { contacts: page.map(presentContact), next, total }
}

/** PostgreSQL accepts neither NUL nor half of a surrogate pair. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && !value.includes('\0') && value.isWellFormed()

const takePlace = ([sortedBy, email]: readonly unknown[]): ContactPlace | null =>
  isText(sortedBy) && isText(email) ? { sortedBy, email } : null
