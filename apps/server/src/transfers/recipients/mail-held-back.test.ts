/**
 * The first mail of a transfer that was deleted before it was written; blocked and suspended ones: operating.test.ts.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { makeAccount } from '#test/people/account-person'
import { ASHA, codeOf, sendPlan } from '#test/transfers/own-transfers'
import { addJob } from '../../platform/jobs/add-job.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.close())

test('sends a mail that was due while its transfer was deleted once the deletion is undone', async () => {
  const owner = await makeAccount(app, { role: 'pro' })
  const { id } = await sendPlan(owner)
  const arrived = async () => (await app.mails(ASHA)).length
  expect(await arrived()).toBe(1)
  // Restores the state before the mail was written.
  const { db } = app.ctx
  const recipients = db.selectFrom('recipients').select('id').where('transfer_id', '=', id)
  await db.deleteFrom('mails').where('recipient_id', 'in', recipients).execute()
  expect(codeOf(await owner.call('deleteTransfer', { body: { ids: [id] } }))).toBe('done')
  await addJob(db, 'tell-recipients', { transferId: id })
  expect(await arrived()).toBe(1)
  expect(codeOf(await owner.call('restoreTransfers', { body: { ids: [id] } }))).toBe('done')
  expect(await arrived()).toBe(2)
  expect(codeOf(await owner.call('restoreTransfers', { body: { ids: [id] } }))).toBe('done')
  expect(await arrived()).toBe(2)
})
