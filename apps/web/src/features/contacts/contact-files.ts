import type { ContactBookName } from '@waybill/contract/contacts/books'
import { call, callForFile } from '../../shared/api/client.ts'
import { mutate } from '../../shared/api/mutate.ts'
import { saveBlob } from '../../shared/ui/files/save-blob.ts'
import { spokenLanguage } from '../../shared/words/language.tsx'
import { invalidateContacts } from './use-contacts.ts'
import { contactsWords } from './words/contacts-words.ts'

export interface ImportResult {
  added: number
  updated: number
  /** In the shared book, and not this account's to change. */
  kept: number
  refused: ReadonlyArray<{ line: number; text: string }>
}

/** Imports the contacts of a CSV file into a book; null where it failed, which a notice says. */
export async function importContacts(file: File, book: ContactBookName): Promise<ImportResult | null> {
  const result = await mutate(async () => call('importContacts', { body: { csv: await file.text(), book } }))
  if (result !== null) await invalidateContacts()
  return result
}

export async function exportContacts(book: ContactBookName | undefined): Promise<void> {
  const csv = await mutate(() => callForFile('exportContacts', { query: book ? { book } : {} }))
  if (csv !== null) saveBlob(csv, contactsWords[spokenLanguage()].exportName)
}
