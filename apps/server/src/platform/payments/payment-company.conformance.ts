import type { Company } from '@waybill/contract/billing/company-shapes'
import { expect, test } from 'vitest'
import { actsOf, newKey, type ProviderUnderTest } from '#test/payments/provider-acts'

const gears: Company = {
  name: '伟业齿轮有限公司',
  address: { line1: 'Torstr. 1', line2: '', city: 'Berlin', region: 'BE', postalCode: '10119', country: 'DE' },
  taxId: { type: 'eu_vat', value: 'DE123456789' },
}
const nothing: Company = { name: '', address: null, taxId: null }

/** Whom invoices are made out to. */
export function describeCompany(subjectOf: () => ProviderUnderTest): void {
  test('a company is kept once per key, changed, and taken away', async () => {
    const { provider, customer } = actsOf(subjectOf())
    const owner = await customer()
    expect(await provider.readCompany(owner)).toEqual(nothing)
    const key = newKey()
    await Promise.all([1, 2, 3].map(() => provider.saveCompany(key, { customer: owner, company: gears })))
    const check = expect.stringMatching(/^(?:pending|unavailable)$/)
    expect(await provider.readCompany(owner)).toEqual({ ...gears, taxId: { ...gears.taxId, check } })

    await provider.saveCompany(newKey(), { customer: owner, company: gears })
    const moved: Company = {
      name: 'Weiye Gear',
      address: {
        line1: '1 Main St',
        line2: 'Floor 2',
        city: 'London',
        region: '',
        postalCode: 'E1 1AA',
        country: 'GB',
      },
      taxId: { type: 'gb_vat', value: 'GB123456789' },
    }
    await provider.saveCompany(newKey(), { customer: owner, company: moved })
    expect(await provider.readCompany(owner)).toMatchObject(moved)
    await provider.saveCompany(newKey(), { customer: owner, company: nothing })
    expect(await provider.readCompany(owner)).toEqual(nothing)
    expect(await provider.readCompany('cus_nothing')).toBe(null)
  })

  test('a tax id that the provider refuses changes nothing', async () => {
    const { provider, customer } = actsOf(subjectOf())
    const owner = await customer()
    await provider.saveCompany(newKey(), { customer: owner, company: gears })
    const wrong: Company = { ...gears, name: 'Another', taxId: { type: 'eu_vat', value: 'DE12' } }
    const refused = provider.saveCompany(newKey(), { customer: owner, company: wrong })
    await expect(refused).rejects.toMatchObject({ code: 'tax-id-refused' })
    expect(await provider.readCompany(owner)).toMatchObject(gears)
  })

  test('a removed customer has no company any more', async () => {
    const { provider, customer } = actsOf(subjectOf())
    const owner = await customer()
    await provider.saveCompany(newKey(), { customer: owner, company: gears })
    await provider.removeCustomer(owner)
    expect(await provider.readCompany(owner)).toBe(null)
  })
}
