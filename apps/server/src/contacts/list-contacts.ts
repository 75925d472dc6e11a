import type { Contact, listContacts as endpoint } from '@waybill/contract/contacts/endpoints'
import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../context.ts'
import type { Call } from '../platform/http/bind.ts'
import { keptText } from './contact-fields.ts'
import { type ContactPlace, countContacts, listContactRows } from './contact-store.ts'
import { presentContact } from './present-contact.ts'

/** One page of the account's contacts. @throws Problem 'invalid-input' for an `after` that is none of ours */
export async function listContacts(
  { readAs }: Pick<Context, 'readAs'>,
  accountId: string,
  { q, after, take }: Call<typeof endpoint>['query'],
): Promise<{ contacts: Contact[]; next: string | null; total: number }> {
  const db = readAs(accountId)
  const typed = keptText(q ?? '') || null
  const place = after === undefined ? null : readPlace(after)
  const [rows, total] = await Promise.all([
    listContactRows(db, accountId, { q: typed, after: place, take: take + 1 }),
    countContacts(db, accountId, typed),
  ])
  const page = rows.slice(0, take)
  const last = page.at(-1)
  const next = rows.length > take && last ? writePlace({ sortedBy: last.sorted_by, email: last.email }) : null
  return { contacts: page.map(presentContact), next, total }
}

const writePlace = ({ sortedBy, email }: ContactPlace): string =>
  Buffer.from(JSON.stringify([sortedBy, email])).toString('base64url')

function readPlace(after: string): ContactPlace {
  try {
    const [sortedBy, email] = JSON.parse(Buffer.from(after, 'base64url').toString())
    if (isText(sortedBy) && isText(email)) return { sortedBy, email }
  } catch {
    // Told below.
  }
  throw new Problem('invalid-input', { where: 'query', field: 'after' })
}

/** PostgreSQL takes no NUL and no half of a surrogate pair. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && !value.includes('\0') && value.isWellFormed()
