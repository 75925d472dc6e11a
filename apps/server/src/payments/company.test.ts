import type { Company } from '@waybill/contract/billing/company-shapes'
import { Problem } from '@waybill/contract/core/problems'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { buyingAt } from '#test/payments/buying'
import { failOnce } from '#test/payments/fail-once'
import { makeAccount, PASSWORD } from '#test/people/account-person'
import { addJob } from '../platform/jobs/add-job.ts'
import type { PaymentProvider } from '../platform/payments/payment-provider.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

const { billing, buy, customerOf } = buyingAt(() => app)
const gears: Company = {
  name: '伟业齿轮有限公司',
  address: { line1: '中山东一路 1 号', line2: '', city: '上海', region: '上海市', postalCode: '200002', country: 'CN' },
  taxId: { type: 'cn_tin', value: '91310000MA1K12345X' },
}
const provider = () => app.ctx.payments?.provider as PaymentProvider

test('an account without a purchase keeps its company at the provider, and sees what was read back', async () => {
  const person = await makeAccount(app)
  expect(await billing(person)).toMatchObject({ company: null, addsTax: false })
  const { status, body } = await person.call('saveCompany', { body: gears })
  expect([status, body.company]).toEqual([200, { ...gears, taxId: { ...gears.taxId, check: 'unavailable' } }])
  expect((await billing(person)).company).toMatchObject(gears)
  const { body: exported } = await person.call('exportAccount')
  expect(JSON.stringify(exported)).toContain('91310000MA1K12345X')
})

test.each([
  [{ ...gears, taxId: { type: 'cn_tin', value: '12' } }, 'taxId'],
  [{ ...gears, taxId: { type: 'eu_vat', value: 'DE123456789' } }, 'taxId'],
  [{ ...gears, address: null }, 'taxId'],
  [{ ...gears, address: { ...gears.address, country: 'XX' } }, 'address.country'],
])('a company that cannot be so is refused by its field: %#', async (body, field) => {
  const person = await makeAccount(app)
  const refused = await person.call('saveCompany', { body })
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid-input'])
  expect(refused.body.facts.field).toBe(field)
})

test('a tax id that the provider refuses is said so, and nothing changes', async () => {
  const person = await makeAccount(app)
  await person.call('saveCompany', { body: gears })
  const real = provider().saveCompany
  provider().saveCompany = async () => {
    throw new Problem('tax-id-refused')
  }
  try {
    const refused = await person.call('saveCompany', { body: { ...gears, name: 'Another' } })
    expect([refused.status, refused.body.code]).toEqual([400, 'tax-id-refused'])
  } finally {
    provider().saveCompany = real
  }
  expect((await billing(person)).company).toMatchObject(gears)
})

test('where the provider does not answer, the same wish is asked again under its key', async () => {
  const person = await makeAccount(app)
  failOnce(provider(), 'saveCompany', 'after')
  const lost = await person.call('saveCompany', { body: gears })
  expect([lost.status, lost.body.code]).toEqual([503, 'payments-unavailable'])
  expect((await person.call('saveCompany', { body: gears })).status).toBe(200)
  expect((await billing(person)).company).toMatchObject(gears)
})

test('what is written at the provider is read back by its event', async () => {
  const person = await makeAccount(app)
  await person.call('saveCompany', { body: gears })
  const customer = await customerOf(person)
  await provider().saveCompany(`test-${person.accountId}`, { customer, company: { ...gears, name: 'Weiye Gear' } })
  expect((await billing(person)).company?.name).toBe(gears.name)
  await addJob(app.ctx.db, 'send-sandbox-events', {})
  await app.runJobs()
  expect((await billing(person)).company?.name).toBe('Weiye Gear')
})

test('nothing of the company is left once the account is deleted', async () => {
  const person = await makeAccount(app)
  await person.call('saveCompany', { body: { ...gears, name: 'Gone Gears' } })
  await buy(person, 'sandbox_pro_monthly', { trial: false })
  expect((await person.call('deleteAccount', { body: { password: PASSWORD } })).status).toBeLessThan(300)
  await app.runJobs()
  for (const table of ['payment_customers', 'sandbox_customers', 'sandbox_invoices'] as const) {
    const rows = await app.ctx.db.selectFrom(table).selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('Gone Gears')
  }
})
