import { parseAddress, withTypedRecipients } from '@waybill/contract/transfers/recipients'
import type { RequestDraft, SupplierDraft } from './request-draft.ts'

type Asked = Pick<RequestDraft, 'suppliers' | 'suppliersText' | 'badSuppliers'>
type Named = Pick<SupplierDraft, 'email' | 'name' | 'company'>

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

/** The suppliers in a text with more than an address, and the rest of the text. */
function readNamed(text: string): { suppliers: Named[]; rest: string } {
  const suppliers: Named[] = []
  const plain = text.replace(NAMED, (whole, quoted: string | undefined, bare: string | undefined, email: string) => {
    const found = named(email, quoted ?? bare ?? '', '')
    suppliers.push(...found)
    return found.length > 0 ? '' : whole
  })
  const rows = plain.split(/\r?\n/)
  const isTable = rows.length > 1
  const rest = rows.filter((row, at) => {
    // A table's header row is no supplier.
    if (at === 0 && isTable && !row.includes('@') && CELLS.test(row)) return false
    const found = readRow(row)
    suppliers.push(...found)
    return found.length === 0
  })
  return { suppliers, rest: rest.join('\n') }
}

/** The typed or pasted suppliers, each once; a text that is no address stays in the field. */
export function withAddresses({ suppliers }: Pick<Asked, 'suppliers'>, text: string): Asked {
  const read = readNamed(text)
  const known = new Map(suppliers.map((supplier) => [supplier.email, supplier]))
  const spoken = new Map(read.suppliers.map((supplier) => [supplier.email, supplier]))
  const { recipients, bad } = withTypedRecipients([...known.keys(), ...spoken.keys()], read.rest)
  return {
    suppliers: [...new Set(recipients)].map((email) => {
      const { name = '', company = '' } = spoken.get(email) ?? {}
      const supplier = known.get(email) ?? { email, name: '', company: '', timeZone: '', lang: '' as const }
      return { ...supplier, name: supplier.name || name, company: supplier.company || company }
    }),
    suppliersText: bad.join(', '),
    badSuppliers: bad,
  }
}

/** The draft's change that changes one of its suppliers. */
export const withSupplier = (
  suppliers: readonly SupplierDraft[],
  email: string,
  change: (supplier: SupplierDraft) => Partial<SupplierDraft>,
): { suppliers: SupplierDraft[] } => ({
  suppliers: suppliers.map((supplier) => (supplier.email === email ? { ...supplier, ...change(supplier) } : supplier)),
})
