import type { Company, CompanyView } from '@waybill/contract/billing/company-shapes'
import { hasTaxIdForm } from '@waybill/contract/billing/tax-ids'
import { Problem } from '@waybill/contract/core/problems'
import type { CompanyBooks } from '../payment-particulars.ts'
import { noteEvent } from './books.ts'
import { inBooks, onceIn, type SandboxParts } from './sandbox-calls.ts'

/** The companies of the sandbox's customers. It looks at the form of a tax id alone, and says so. */
export function companyOf(parts: SandboxParts): CompanyBooks {
  return {
    saveCompany: (key, wish) =>
      onceIn(parts, key, ['company', wish], { customer: wish.customer }, (books) => {
        requireTaxId(wish.company)
        books.customer.company = wish.company
        noteEvent(books, 'customer-changed', books.now)
      }),
    readCompany: (customer) =>
      parts.db.transaction().execute((tx) =>
        inBooks(tx, { customer }, ({ customer: { company, removed_at } }) => {
          return removed_at === null ? presentCompany(company) : null
        }),
      ),
  }
}

/** @throws Problem 'tax-id-refused' */
export function requireTaxId({ address, taxId }: Company): void {
  if (taxId !== null && !hasTaxIdForm(address?.country ?? '', taxId)) throw new Problem('tax-id-refused')
}

const presentCompany = (company: Company | null): CompanyView => ({
  name: company?.name ?? '',
  address: company?.address ?? null,
  taxId: company?.taxId ? { ...company.taxId, check: 'unavailable' } : null,
})
