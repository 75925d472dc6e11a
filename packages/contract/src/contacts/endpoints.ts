import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, instant, text, typedAddress } from '../core/fields.ts'
import { contactBooks } from './books.ts'

const book = z.enum(contactBooks)

export const contact = z.object({
  _id: id,
  email: z.string(),
  name: z.string(),
  company: z.string(),
  /** In the shared book: by anyone of the team. */
  lastSentAt: instant.nullable(),
  book,
  /** Whether the caller may change, move and delete it: who added it, the admin and managers may. */
  isEditable: z.boolean(),
  /** Whose entry of the shared book it is, by name or address; null: the caller's. */
  sharedBy: z.string().nullable(),
})
export type Contact = z.infer<typeof contact>

/**
 * By name or address, then keyset: `after` is the last answer's `next`. `q` is the search text; it matches any part of
 * any field. Without `book` both are listed; an address that is in both has the row of the account's own book.
 */
export const listContacts = endpoint('listContacts', {
  summary: 'Contacts of the account',
  keyScope: 'read',
  auth: 'session',
  query: z.strictObject({
    q: text(200).optional(),
    book: book.optional(),
    after: text(2_000).optional(),
    take: z.coerce.number().int().min(1).max(200).default(50),
  }),
  /** `total` counts all matches of `q`. */
  reply: z.object({ contacts: z.array(contact), next: z.string().nullable(), total: z.int() }),
  problems: ['unauthenticated', 'invalid-input'],
})

/**
 * A known address keeps one row of the book, whatever its case, and gets the new values: 'contact-shared' where it is in
 * the shared book and the caller may not change it.
 */
export const addContact = endpoint('addContact', {
  summary: 'Add a contact',
  auth: 'session',
  body: z.strictObject({
    email: typedAddress,
    name: text(200).default(''),
    company: text(200).default(''),
    book: book.default('own'),
  }),
  reply: z.object({ contact }),
  status: 201,
  problems: ['unauthenticated', 'invalid-recipient', 'too-many-contacts', 'contact-shared'],
})

export const editContact = endpoint('editContact', {
  summary: 'Change a contact',
  auth: 'session',
  params: z.strictObject({ contact: id }),
  body: z.strictObject({
    email: typedAddress.optional(),
    name: text(200).optional(),
    company: text(200).optional(),
  }),
  reply: z.object({ contact }),
  problems: ['unauthenticated', 'invalid-recipient', 'contact-not-found', 'contact-exists', 'not-yours'],
})

/**
 * From one book to the other; into one's own book also what others added, where the caller may change it. Contacts whose
 * address is in that book already stay, and those that the caller may not change.
 */
export const moveContacts = endpoint('moveContacts', {
  summary: 'Move contacts to the shared book, or back',
  auth: 'session',
  body: z.strictObject({ ids: z.array(id).min(1).max(500), book }),
  reply: z.object({ moved: z.int() }),
  problems: ['unauthenticated', 'too-many-contacts', 'contact-exists'],
})

/** Those that the caller may not change stay. */
export const deleteContacts = endpoint('deleteContacts', {
  summary: 'Delete contacts',
  auth: 'session',
  body: z.strictObject({ ids: z.array(id).min(1).max(500) }),
  reply: z.object({ deleted: z.int() }),
  problems: ['unauthenticated'],
})

/**
 * Text separated by commas, semicolons or tabs; its header line names an email column. The answer reports lines without
 * a valid address and leaves them out. `kept` are in the shared book, and the caller may not change them.
 */
export const importContacts = endpoint('importContacts', {
  summary: 'Take contacts from CSV',
  auth: 'session',
  maxBodyBytes: 4_194_304,
  body: z.strictObject({ csv: text(2_000_000), book: book.default('own') }),
  reply: z.object({
    added: z.int(),
    updated: z.int(),
    kept: z.int(),
    refused: z.array(z.object({ line: z.int(), text: z.string() })),
  }),
  problems: ['unauthenticated', 'csv-unreadable', 'too-many-contacts'],
})

/** As CSV (UTF-8 with a byte order mark, so that spreadsheets read Chinese); cells cannot become formulas. */
export const exportContacts = endpoint('exportContacts', {
  summary: 'Contacts as CSV',
  auth: 'session',
  query: z.strictObject({ book: book.optional() }),
  problems: ['unauthenticated'],
})
