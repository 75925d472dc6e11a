import { Problem } from '@waybill/contract/core/problems'
import { parseAddress } from '@waybill/contract/transfers/recipients'
import { keptText } from './contact-fields.ts'
import { MAX_CONTACTS } from './max-contacts.ts'
import { type CsvContact, readCsv } from './read-csv.ts'

const MAX_NAME_CHARS = 200
const MAX_TOLD_CHARS = 200

export interface SortedOut {
  contacts: Array<{ email: string; name: string; company: string }>
  /** Lines without a good address. */
  refused: Array<{ line: number; text: string }>
}

/**
 * The contacts of a list: among lines with the same address, the last non-empty value wins. A list of far more lines
 * than an account may have contacts is refused by counting them. Pure.
 *
 * @throws Problem 'csv-unreadable' {reason} | 'too-many-contacts' {limit}
 */
export function sortOutContacts(csv: string): SortedOut {
  const contacts = new Map<string, SortedOut['contacts'][number]>()
  const refused: SortedOut['refused'] = []
  for (const { line, email, name, company } of readCsv(csv)) {
    const address = addressOf(email)
    if (address === null) {
      refused.push({ line, text: email.slice(0, MAX_TOLD_CHARS).toWellFormed() })
      continue
    }
    const known = contacts.get(address)
    if (known === undefined && contacts.size === MAX_CONTACTS) {
      throw new Problem('too-many-contacts', { limit: MAX_CONTACTS })
    }
    contacts.set(address, mergedOf(address, { name, company }, known))
  }
  return { contacts: [...contacts.values()], refused }
}

function addressOf(typed: string): string | null {
  const parsed = parseAddress(typed)
  return 'problem' in parsed ? null : parsed.address
}

const mergedOf = (
  email: string,
  { name, company }: Pick<CsvContact, 'name' | 'company'>,
  known: { name: string; company: string } | undefined,
) => ({
  email,
  name: shortened(name) || (known?.name ?? ''),
  company: shortened(company) || (known?.company ?? ''),
})

const shortened = (typed: string): string => keptText(typed).slice(0, MAX_NAME_CHARS).toWellFormed()
