import { hasTaxIdForm } from '@waybill/contract/billing/tax-ids'
import { newId } from '../../src/platform/ids.ts'
import type { Books } from '../../src/platform/payments/sandbox/books.ts'
import { noSuch, StripeRefusal } from './stripe-answers.ts'
import type { Asked, Route } from './stripe-routes.ts'
import * as shapes from './stripe-shapes.ts'

/** Stripe judges a tax id by its kind alone; the country is that of the kind. */
const countryOf = ({ type, value }: { type: string; value: string }): string =>
  type === 'eu_vat' ? value.slice(0, 2).toUpperCase().replace('EL', 'GR') : type.slice(0, 2).toUpperCase()

/** Name and address of a customer, as its form has them. */
export function changeCompany(books: Books, { name, address }: Asked['form']) {
  const { line1, line2, city, state: region, postal_code: postalCode, country } = address
  const at = address === '' ? null : { line1, line2, city, region, postalCode, country }
  books.customer.company = { name, address: at, taxId: null }
  return shapes.customerOf(books)
}

export const stripeCompanyRoutes: Record<string, Route> = {
  'GET /v1/customers/*': (all, { ids: [id = ''] }) => {
    const books = all.open(id)
    if (books.customer.removed_at !== null) return { id, object: 'customer', deleted: true }
    return { ...shapes.customerOf(books), tax_ids: shapes.listOf((all.taxIds.get(id) ?? []).map(shapes.taxIdShape)) }
  },
  'GET /v1/customers/*/tax_ids': (all, { ids: [id = ''] }) =>
    shapes.listOf((all.taxIds.get(all.buying(id, 'id').customer.id) ?? []).map(shapes.taxIdShape)),
  'POST /v1/customers/*/tax_ids': (all, { ids: [id = ''], form }) => {
    const { type, value } = form
    if (!hasTaxIdForm(countryOf({ type, value }), { type, value })) {
      const message = `Invalid value for ${type}.`
      throw new StripeRefusal(400, { type: 'invalid_request_error', code: 'tax_id_invalid', param: 'value', message })
    }
    const made = { id: `txi_${newId()}`, type, value }
    all.taxIds.set(all.buying(id, 'id').customer.id, [...(all.taxIds.get(id) ?? []), made])
    return shapes.taxIdShape(made)
  },
  'DELETE /v1/customers/*/tax_ids/*': (all, { ids: [id = '', taxId = ''] }) => {
    const held = all.taxIds.get(id) ?? []
    if (!held.some((one) => one.id === taxId)) throw noSuch('tax id', taxId)
    all.taxIds.set(
      id,
      held.filter((one) => one.id !== taxId),
    )
    return { id: taxId, object: 'tax_id', deleted: true }
  },
}
