import type { Company, CompanyView } from '@waybill/contract/billing/company-shapes'
import { foldTaxId, hasTaxIdForm, taxIdKinds } from '@waybill/contract/billing/tax-ids'
import type { Language } from '../../../shared/words/language.tsx'
import { countryName, findCountry } from './country-names.ts'

/** What the form of a company holds. */
export interface TypedCompany {
  name: string
  line1: string
  line2: string
  postalCode: string
  city: string
  region: string
  /** A name in either language, or a code. */
  country: string
  taxType: string
  taxId: string
}

/** Which field is wrong, and how. */
export type CompanyFault = { field: 'country'; because: 'missing' | 'unknown' } | { field: 'taxId'; example: string }

/** The form of what is known; without it, of the company of the profile. */
export function typedOf(company: CompanyView | null, profileCompany: string, language: Language): TypedCompany {
  const { address = null, taxId = null } = company ?? {}
  const isEmpty = company === null || (company.name === '' && address === null)
  return {
    name: isEmpty ? profileCompany : company.name,
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    postalCode: address?.postalCode ?? '',
    city: address?.city ?? '',
    region: address?.region ?? '',
    country: address ? countryName(address.country, language) : '',
    taxType: taxId?.type ?? '',
    taxId: taxId?.value ?? '',
  }
}

/** The kind of tax id that is typed: the chosen one, else the usual one of the country. */
export function taxKindOf({ country, taxType }: Pick<TypedCompany, 'country' | 'taxType'>) {
  const kinds = taxIdKinds(findCountry(country) ?? '')
  return kinds.find(({ type }) => type === taxType) ?? kinds[0] ?? null
}

/** The company of a form, or what is wrong with it. */
export function readTyped(typed: TypedCompany): { company: Company } | { fault: CompanyFault } {
  const { name, line1, line2, postalCode, city, region, country: named } = typed
  const lines = { line1, line2, postalCode, city, region }
  const country = findCountry(named)
  const kind = taxKindOf(typed)
  // A country without a kind shows no field for one.
  const hasTaxId = foldTaxId(typed.taxId) !== '' && (country === null || kind !== null)
  if (named.trim() !== '' && country === null) return { fault: { field: 'country', because: 'unknown' } }
  const hasAddress = Object.values(lines).some((line) => line.trim() !== '')
  if (country === null) {
    if (hasAddress || hasTaxId) return { fault: { field: 'country', because: 'missing' } }
    return { company: { name: name.trim(), address: null, taxId: null } }
  }
  const taxId = hasTaxId && kind ? { type: kind.type, value: typed.taxId.trim() } : null
  if (taxId && kind && !hasTaxIdForm(country, taxId)) return { fault: { field: 'taxId', example: kind.example } }
  return { company: { name: name.trim(), address: { ...lines, country }, taxId } }
}
