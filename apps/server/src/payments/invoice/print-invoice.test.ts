import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { buyingAt } from '#test/payments/buying'
import { pdfText } from '#test/payments/pdf-text'
import { type AccountPerson, makeAccount } from '#test/people/account-person'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

const { buy, pass } = buyingAt(() => app)
const gears = {
  name: '伟业齿轮有限公司',
  address: { line1: '中山东一路 1 号', line2: '', city: '上海', region: '上海市', postalCode: '200002', country: 'CN' },
  taxId: { type: 'cn_tin', value: '91310000MA1K12345X' },
}

/** The text of the newest invoice's PDF without spaces, or the refusal. */
async function print(person: AccountPerson, at = 0): Promise<string> {
  const { invoices } = (await person.call('listInvoices')).body
  const answer = await person.fetch(`/billing/invoices/${invoices[at].id}/invoice.pdf`)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toContain(`waybill-invoice-${invoices[at].number}.pdf`)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  return pdfText(await answer.bytes())
}

const speak = (person: AccountPerson, language: 'en' | 'zh') =>
  app.ctx.db.updateTable('accounts').set({ language }).where('id', '=', person.accountId).execute()

test('an invoice names the company that was there when it was made, in either language', async () => {
  const person = await makeAccount(app)
  await buy(person, 'sandbox_pro_monthly', { trial: false })
  await person.call('saveCompany', { body: gears })
  await pass(31.1)
  await speak(person, 'en')
  const newest = await print(person)
  for (const part of ['Testinvoice–nomoneywasmoved', '伟业齿轮有限公司', '中山东一路1号', '上海市', 'China']) {
    expect(newest).toContain(part)
  }
  for (const part of [
    '91310000MA1K12345X',
    'WaybillPro,onemonth',
    'US$29.00',
    'Taxnone',
    'PAID(TEST)',
    person.address,
  ]) {
    expect(newest).toContain(part)
  }
  expect(await print(person, 1)).not.toContain('伟业')
  await speak(person, 'zh')
  const chinese = await print(person)
  for (const part of [
    '测试账单，未发生真实扣款',
    '付款方',
    '伟业齿轮有限公司',
    '中国',
    '合计US$29.00',
    'Waybill专业版，1个月',
  ]) {
    expect(chinese).toContain(part)
  }
})

test('a prepaid purchase, a switch and a discount have an invoice too', async () => {
  const [ahead, switching] = [await makeAccount(app), await makeAccount(app)]
  await buy(ahead, 'sandbox_business_yearly_prepaid')
  expect(await print(ahead)).toContain('WaybillBusiness,oneyear,paidonce')
  await buy(switching, 'sandbox_pro_monthly', { trial: false })
  const price = 'sandbox_business_monthly'
  const { dueNow, at } = (await switching.call('previewSwitch', { body: { price } })).body
  await switching.call('switchPlan', { body: { price, seen: { dueNow, at } } })
  expect(await print(switching)).toContain('SwitchtoWaybillBusiness')
  await app.ctx.payments?.provider.makePromotion('make-QUARTER', {
    ...{ code: 'QUARTER', percentOff: 25, amountOff: null, months: null, redeemBy: null, maxRedemptions: null },
  })
  await switching.call('applyPromotion', { body: { code: 'QUARTER' } })
  await pass(31.1)
  expect(await print(switching)).toContain('Discountsandcredit−US$')
})

test('nobody else reads an invoice, and unknown ones look the same', async () => {
  const [person, other] = [await makeAccount(app), await makeAccount(app)]
  await buy(person, 'sandbox_pro_monthly', { trial: false })
  await buy(other, 'sandbox_pro_monthly', { trial: false })
  const { invoices } = (await person.call('listInvoices')).body
  for (const invoice of [invoices[0].id, 'in_nothing']) {
    const { status, body } = await other.call('printInvoice', { params: { invoice } })
    expect([status, body.code]).toEqual([404, 'invoice-not-found'])
  }
})

test('of more than a hundred invoices the newest are listed, and that there are older ones', async () => {
  const person = await makeAccount(app)
  await buy(person, 'sandbox_pro_monthly', { trial: false })
  const { db } = app.ctx
  const { id: own, customer_id } = await db
    .selectFrom('sandbox_invoices')
    .innerJoin('sandbox_customers', 'sandbox_customers.id', 'customer_id')
    .select(['sandbox_invoices.id', 'customer_id'])
    .where('account', '=', person.accountId)
    .executeTakeFirstOrThrow()
  const old = Array.from({ length: 100 }, (_, i) => ({
    ...{ id: `in_${person.accountId}_${i}`, customer_id, price: 'sandbox_pro_monthly', amount_cents: 2_900 },
    ...{ status: 'paid' as const, created_at: new Date(i) },
  }))
  await db.insertInto('sandbox_invoices').values(old).execute()
  const { invoices, isCut } = (await person.call('listInvoices')).body
  expect([invoices.length, invoices[0].id, isCut]).toEqual([100, own, true])
})
