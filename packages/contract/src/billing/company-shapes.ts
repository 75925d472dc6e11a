import { z } from 'zod'
import { label } from '../core/fields.ts'
import { countries } from './countries.ts'
import { foldTaxId, hasTaxIdForm } from './tax-ids.ts'

const line = label(200)

export const address = z.strictObject({
  line1: line,
  line2: line,
  city: line,
  /** State, province or region, as it is written there. */
  region: line,
  postalCode: label(20),
  /** ISO 3166-1 alpha-2. */
  country: z.enum(countries as [string, ...string[]]),
})
export type Address = z.infer<typeof address>

/** A kind of tax-ids.ts, and the id as it is typed. */
const taxId = z.strictObject({
  type: label(40),
  value: label(40).refine((value) => foldTaxId(value) !== '', 'is empty'),
})

/** Whom invoices are made out to. A tax id belongs to the country of the address, and must have its form there. */
export const company = z
  .strictObject({ name: line, address: address.nullable(), taxId: taxId.nullable() })
  .refine(({ address: at, taxId: one }) => one === null || (at !== null && hasTaxIdForm(at.country, one)), {
    path: ['taxId'],
    message: 'does not have the form of its country',
  })
export type Company = z.infer<typeof company>

/** What the provider says of a tax id. 'unavailable': it checks none of this kind. */
export const taxIdCheck = z.enum(['pending', 'verified', 'unverified', 'unavailable'])

export const companyView = z.object({
  name: z.string(),
  address: z.object({ ...address.shape, country: z.string() }).nullable(),
  taxId: z.object({ type: z.string(), value: z.string(), check: taxIdCheck }).nullable(),
})
export type CompanyView = z.infer<typeof companyView>
