import { Problem } from '@waybill/contract/problems'
import { parseAddress } from '@waybill/contract/recipients'
import { lockAccount } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import { keptText } from './contact-fields.ts'
import { countContacts, MAX_CONTACTS, type NewContact, upsertContacts } from './contact-store.ts'
import { type CsvContact, readCsv } from './read-csv.ts'

const MAX_NAME_CHARS = 200
const MAX_TOLD_CHARS = 200

interface Refusal {
  line: number
  text: string
}

/**
 * Takes every line with a good address; of lines with the same address the last that says something wins. All or
 * nothing where they would be too many.
 *
 * @throws Problem 'csv-unreadable' {reason} | 'too-many-contacts' {limit}
 */
export async function importContacts(
  { db }: Pick<Context, 'db'>,
  accountId: string,
  csv: string,
): Promise<{ added: number; updated: number; refused: Refusal[] }> {
  const { contacts, refused } = sortOut(readCsv(csv))
  if (contacts.length === 0) return { added: 0, updated: 0, refused }
  if (contacts.length > MAX_CONTACTS) throw new Problem('too-many-contacts', { limit: MAX_CONTACTS })
  return db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, accountId))) throw new Problem('unauthenticated')
    const rows = await upsertContacts(tx, accountId, contacts)
    if ((await countContacts(tx, accountId)) > MAX_CONTACTS)
      throw new Problem('too-many-contacts', { limit: MAX_CONTACTS })
    const added = rows.filter(({ isNew }) => isNew).length
    return { added, updated: rows.length - added, refused }
  })
}

function sortOut(lines: readonly CsvContact[]): { contacts: NewContact[]; refused: Refusal[] } {
  const contacts = new Map<string, NewContact>()
  const refused: Refusal[] = []
  for (const { line, email, name, company } of lines) {
    const parsed = parseAddress(email)
    if ('problem' in parsed) {
      refused.push({ line, text: email.slice(0, MAX_TOLD_CHARS).toWellFormed() })
      continue
    }
    const known = contacts.get(parsed.address)
    contacts.set(parsed.address, {
      id: newId(),
      email: parsed.address,
      name: shortened(name) || (known?.name ?? ''),
      company: shortened(company) || (known?.company ?? ''),
    })
  }
  return { contacts: [...contacts.values()], refused }
}

const shortened = (typed: string): string => keptText(typed).slice(0, MAX_NAME_CHARS).toWellFormed()
