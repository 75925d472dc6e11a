import type { Address, Company, CompanyView } from '@waybill/contract/billing/company-shapes'
import { foldTaxId } from '@waybill/contract/billing/tax-ids'
import { Problem } from '@waybill/contract/core/problems'
import type Stripe from 'stripe'
import type { CompanyBooks } from '../payment-particulars.ts'
import { keyed, type StripeParts } from './stripe-client.ts'
import { inOurWords, isRefusedFor, ofCustomer, orNull } from './stripe-faults.ts'

const MOST = 100

/** The companies of Stripe's customers: name and address are fields of the customer, its tax ids are things of their own. */
export function stripeCompanies({ stripe }: Pick<StripeParts, 'stripe'>): CompanyBooks {
  return {
    async saveCompany(key, { customer, company }) {
      const held = (await ofCustomer(customer, stripe.customers.listTaxIds(customer, { limit: MOST }))).data
      const isWanted = ({ type, value }: Stripe.TaxId) => isSame(company, { type, value })
      // First, because it may be refused.
      if (company.taxId !== null && !held.some(isWanted)) {
        await inOurWords(stripe.customers.createTaxId(customer, company.taxId, keyed(key, 'tax'))).catch((error) => {
          throw asTaxIdRefusal(error)
        })
      }
      const params = {
        name: company.name,
        address: company.address === null ? '' : addressOf(company.address),
      } as const
      await ofCustomer(customer, stripe.customers.update(customer, params, keyed(key)))
      for (const one of held) {
        // Another call may have deleted it meanwhile.
        if (!isWanted(one)) await orNull(stripe.customers.deleteTaxId(customer, one.id))
      }
    },
    async readCompany(id) {
      const customer = await orNull(stripe.customers.retrieve(id, { expand: ['tax_ids'] }))
      return customer === null || customer.deleted ? null : presentCompany(customer)
    },
  }
}

const isSame = ({ taxId }: Company, { type, value }: { type: string; value: string }): boolean =>
  taxId !== null && taxId.type === type && foldTaxId(taxId.value) === foldTaxId(value)

/** '' takes a field away that was there. */
const addressOf = ({ line1, line2, city, region, postalCode, country }: Address): Stripe.AddressParam => ({
  line1,
  line2,
  city,
  state: region,
  postal_code: postalCode,
  country,
})

function asTaxIdRefusal(error: unknown): unknown {
  return isRefusedFor(error, /^(?:value|type|tax_id_invalid)$/)
    ? new Problem('tax-id-refused', {}, { cause: error })
    : error
}

const checks: ReadonlySet<string> = new Set(['pending', 'verified', 'unverified'])

function presentCompany({ name, address, tax_ids }: Stripe.Customer): CompanyView {
  const taxId = tax_ids?.data[0]
  const check = taxId?.verification?.status ?? 'unavailable'
  return {
    name: name ?? '',
    // Stripe makes out an address of nothing but a country too.
    address: address?.country
      ? {
          line1: address.line1 ?? '',
          line2: address.line2 ?? '',
          city: address.city ?? '',
          region: address.state ?? '',
          postalCode: address.postal_code ?? '',
          country: address.country,
        }
      : null,
    taxId: taxId
      ? {
          type: taxId.type,
          value: taxId.value,
          check: checks.has(check) ? (check as 'pending' | 'verified' | 'unverified') : 'unavailable',
        }
      : null,
  }
}
