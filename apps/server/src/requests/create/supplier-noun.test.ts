import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { askFor, change, codeOf, readAsked } from '#test/requests/calls'

let app: TestApp
let owner: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
})
afterAll(async () => {
  await app.close()
})

test("uses the account's word for suppliers, or the request's own, and so does its copy", async () => {
  expect(await askFor(owner)).toMatchObject({ supplierNoun: 'supplier' })
  const chosen = await owner.call('updateProfile', { body: { requestSettings: { supplierNoun: 'client' } } })
  expect(chosen.body.user.requestSettings).toMatchObject({ supplierNoun: 'client', identity: 'optional' })
  expect(await askFor(owner)).toMatchObject({ supplierNoun: 'client' })
  const { _id, slug } = await askFor(owner, { supplierNoun: 'student' })
  expect(await change(owner, _id, { title: 'Theses' })).toMatchObject({ supplierNoun: 'student' })
  expect(await change(owner, _id, { supplierNoun: 'staff' })).toMatchObject({ supplierNoun: 'staff' })
  const copied = await owner.call('duplicateRequest', { params: { request: slug }, body: {} })
  expect(await readAsked(owner, copied.body.request._id)).toMatchObject({ supplierNoun: 'staff' })
  const { body } = await owner.call('listRequests')
  expect(body.requests[0]).toMatchObject({ supplierNoun: 'staff' })
})

test('refuses any other word', async () => {
  expect(codeOf(await owner.call('createRequest', { body: { title: 'Papers', supplierNoun: 'vendor' } }))).toBe(
    'invalid-input',
  )
  const body = { requestSettings: { supplierNoun: 'vendor' } }
  expect(codeOf(await owner.call('updateProfile', { body }))).toBe('invalid-input')
})
