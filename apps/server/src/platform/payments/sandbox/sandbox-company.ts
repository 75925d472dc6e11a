import type { Company, CompanyView } from '@waybill/contract/billing/company-shapes'
import { hasTaxIdForm } from '@waybill/contract/billing/tax-ids'
import { Problem } from '@waybill/contract/core/problems'
import type { CompanyBooks } from '../payment-particulars.ts'
import { noteEvent } from './books.ts'
import { inBooksOf, once, readBooks, type SandboxParts } from './sandbox-calls.ts'

/** The companies of the sandbox's customers. It looks at the form of a tax id alone, and says so. */
export function companyOf(parts: SandboxParts): CompanyBooks {
  return {
    saveCompany: (key, wish) =>
      once(parts, key, ['company', wish], (tx) =>
        inBooksOf(tx, wish.customer, (books) => {
          requireTaxId(wish.company)
          books.customer.company = wish.company
          noteEvent(books, 'customer-changed', books.now)
        }),
      ),
    readCompany: (customer) =>
      readBooks(parts.db, { customer }, ({ customer: { company, removed_at } }) =>
        removed_at === null ? presentCompany(company) : null,
      ),
  }
}

/** @throws Problem 'tax-id-refused' */
function requireTaxId({ address, taxId }: Company): void {
  if (taxId !== null && !hasTaxIdForm(address?.country ?? '', taxId)) throw new Problem('tax-id-refused')
}

const presentCompany = (company: Company | null): CompanyView => ({
  name: company?.name ?? '',
  address: company?.address ?? null,
  taxId: company?.taxId ? { ...company.taxId, check: 'unavailable' } : null,
})
