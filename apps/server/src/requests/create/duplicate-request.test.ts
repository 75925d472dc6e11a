import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { ASHA, askFor, expectSound } from '#test/requests/calls'

let app: TestApp
let owner: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
})
afterAll(async () => {
  await expectSound(app)
  await app.close()
})

test('copies it with its deadline as long as that is in the future', async () => {
  const ahead = { at: '2099-03-28T18:00', zone: 'Asia/Shanghai', rule: 'fixed' }
  const suppliers = [{ email: ASHA, timeZone: 'Asia/Kolkata' }]
  const copyOf = async (deadline: unknown) => {
    const params = { request: (await askFor(owner, { deadline, suppliers })).slug }
    return (await owner.call('duplicateRequest', { params, body: { withSuppliers: true } })).body.request
  }
  expect(await copyOf(ahead)).toMatchObject({ deadline: ahead, dueAt: '2099-03-28T10:00:00.000Z' })
  expect(await copyOf({ ...ahead, rule: 'supplier' })).toMatchObject({ deadline: { ...ahead, rule: 'supplier' } })
  const undated = { deadline: null, dueAt: null, counts: { suppliers: 1, late: 0 } }
  expect(await copyOf({ ...ahead, at: '2026-03-28T18:00' })).toMatchObject(undated)
  expect(await copyOf({ ...ahead, at: '2026-03-28T18:00', rule: 'supplier' })).toMatchObject(undated)
  expect((await app.mails(ASHA))[0]?.text).not.toContain('Mar 2026')
})
