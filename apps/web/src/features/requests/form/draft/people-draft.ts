import { parseAddress, withTypedRecipients } from '@waybill/contract/transfers/recipients'
import type { PersonDraft, RequestDraft } from './request-draft.ts'

type Asked = Pick<RequestDraft, 'people' | 'peopleText' | 'badPeople'>
type Named = Pick<PersonDraft, 'email' | 'name' | 'company'>

/** As mail programs write them: 'Rao, Asha' in quotes or not, then the address in angle brackets. */
const NAMED = /(?:"([^"<>]*)"|([^"<>,;，；\t\n]*))[ \t]*<([^<>\s]+@[^<>\s]+)>/g
const CELLS = /\t|[,;，；]/
const MAX_CHARS = 200

const tidy = (text: string): string =>
  text
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()
    .slice(0, MAX_CHARS)

function named(email: string, name: string, company: string): Named[] {
  const parsed = parseAddress(email)
  return 'address' in parsed ? [{ email: parsed.address, name: tidy(name), company: tidy(company) }] : []
}

/** A row of a spreadsheet: one address among cells, then a name and a company in this order. */
function readRow(row: string): Named[] {
  const cells = row.split(CELLS).map(tidy)
  const addresses = cells.filter((cell) => cell.includes('@'))
  const [name = '', company = ''] = cells.filter((cell) => !cell.includes('@') && cell !== '')
  return addresses.length === 1 && name !== '' ? named(addresses[0] ?? '', name, company) : []
}

/** Whoever stands in a text with more than an address, and what is left of it. */
function readNamed(text: string): { people: Named[]; rest: string } {
  const people: Named[] = []
  const plain = text.replace(NAMED, (whole, quoted: string | undefined, bare: string | undefined, email: string) => {
    const found = named(email, quoted ?? bare ?? '', '')
    people.push(...found)
    return found.length > 0 ? '' : whole
  })
  const rows = plain.split(/\r?\n/)
  const isTable = rows.length > 1
  const rest = rows.filter((row, at) => {
    // The heads of a table's columns are nobody.
    if (at === 0 && isTable && !row.includes('@') && CELLS.test(row)) return false
    const found = readRow(row)
    people.push(...found)
    return found.length === 0
  })
  return { people, rest: rest.join('\n') }
}

/** What is typed or pasted as people to ask, each once; what is no address stays in the field. */
export function withAddresses({ people }: Pick<Asked, 'people'>, text: string): Asked {
  const read = readNamed(text)
  const known = new Map(people.map((person) => [person.email, person]))
  const spoken = new Map(read.people.map((person) => [person.email, person]))
  const { recipients, bad } = withTypedRecipients([...known.keys(), ...spoken.keys()], read.rest)
  return {
    people: [...new Set(recipients)].map((email) => {
      const { name = '', company = '' } = spoken.get(email) ?? {}
      const person = known.get(email) ?? { email, name: '', company: '', timeZone: '', lang: '' as const }
      return { ...person, name: person.name || name, company: person.company || company }
    }),
    peopleText: bad.join(', '),
    badPeople: bad,
  }
}

/** The draft's change that changes one of its people. */
export const withPerson = (
  people: readonly PersonDraft[],
  email: string,
  change: (person: PersonDraft) => Partial<PersonDraft>,
): { people: PersonDraft[] } => ({
  people: people.map((person) => (person.email === email ? { ...person, ...change(person) } : person)),
})
