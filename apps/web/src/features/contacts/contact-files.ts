import { call, callForFile } from '../../shared/api/client.ts'
import { failureSentence } from '../../shared/api/problem-words.ts'
import { saveBlob } from '../../shared/ui/files/save-blob.ts'
import { notify } from '../../shared/ui/page/notices.ts'
import { spokenLanguage } from '../../shared/words/language.tsx'
import { invalidateContacts } from './use-contacts.ts'
import { contactsWords } from './words/contacts-words.ts'

export interface ImportResult {
  added: number
  updated: number
  refused: ReadonlyArray<{ line: number; text: string }>
}

/** Takes the contacts of a CSV file; null where it failed, which is said. */
export async function importContacts(file: File): Promise<ImportResult | null> {
  try {
    const result = await call('importContacts', { body: { csv: await file.text() } })
    await invalidateContacts()
    return result
  } catch (error) {
    notify({ title: failureSentence(spokenLanguage(), error), tone: 'warning' })
    return null
  }
}

export async function exportContacts(): Promise<void> {
  try {
    saveBlob(await callForFile('exportContacts', {}), contactsWords[spokenLanguage()].exportName)
  } catch (error) {
    notify({ title: failureSentence(spokenLanguage(), error), tone: 'warning' })
  }
}
