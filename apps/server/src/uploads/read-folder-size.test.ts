import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { changeAccount } from '#test/people/put-account'
import { testFile } from '#test/storage/upload-parts'

let app: TestApp
const none = { uploads: 0, bytes: 0 }

beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.close())

test("returns what an account stores and has reserved, and its plan's limit", async () => {
  const person = await makeAccount(app, { role: 'pro' })
  const size = () => person.call('readFolderSize', { body: { userid: person.accountId } })
  expect(await size()).toMatchObject({ status: 200, body: { size: 0, reserved: 0, limit: 200e9 } })
  const files = [testFile('a.bin', 300_000)]
  const plan = await person.plan({ files })
  expect((await size()).body).toEqual({ size: 0, reserved: 300_000, limit: 200e9, links: none })
  await person.upload(plan, files)
  await person.call('completeTransfer', { body: { upload: plan.upload, token: plan.token } })
  expect((await size()).body).toEqual({ size: 300_000, reserved: 0, limit: 200e9, links: none })
})

test('uses the current plan, and lets a suspended account read', async () => {
  const person = await makeAccount(app, { role: 'free', isSuspended: true })
  expect((await person.call('readFolderSize', { body: {} })).body.limit).toBe(10e9)
  await changeAccount(app.ctx.db, person.accountId, { role: 'business' })
  expect((await person.call('readFolderSize', { body: {} })).body.limit).toBe(1e12)
})

test('refuses other callers', async () => {
  const [person, other] = [await makeAccount(app), await makeAccount(app)]
  const asked = await person.call('readFolderSize', { body: { userid: other.accountId } })
  expect(asked).toMatchObject({ status: 403, body: { code: 'not-yours' } })
  const visitor = makePerson(app)
  for (const body of [{}, { userid: other.accountId }]) {
    expect(await visitor.call('readFolderSize', { body })).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    })
  }
})
