import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { answer, askFor, codeOf, expectSound, type Link, linkOf } from '#test/requests/calls'
import { countBelow } from '../../platform/http/call-store.ts'
import { addJob } from '../../platform/jobs/add-job.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(async () => {
  await expectSound(app)
  await app.close()
})

const HOUR_MS = 3_600_000
let nth = 0
async function asked(owner: AccountPerson, email: string) {
  const request = await askFor(owner, { suppliers: [{ email }] })
  const link = await linkOf(owner, request, email)
  return { request, link, item: request.items[0]?._id ?? '' }
}
async function submit(link: Link, item: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    nth += 1
    const files = [{ path: `paper-${nth}.txt`, content: Buffer.from(`paper ${nth}`) }]
    await answer(makePerson(app), link, { item, files })
  }
}
/** A submission is told as soon as its files have their checksums. */
async function countTo(address: string): Promise<number> {
  await app.runJobs()
  return (await app.mails(address)).length
}

test('sends an invited supplier at most three receipts an hour from a free account, and delays the others', async () => {
  const owner = await makeAccount(app, { role: 'free' })
  const mailbox = 'mailbox@rao-forge.example'
  const { link, item } = await asked(owner, mailbox)
  await submit(link, item, 5)
  expect(await countTo(mailbox)).toBe(1 + 3)
  expect(await countTo(owner.address)).toBe(5)
  await app.passTime(HOUR_MS + 60_000)
  expect(await countTo(mailbox)).toBe(1 + 5)
  // Receipts do not count against the account's mail limit.
  const sent = await owner.plan({ files: [{ path: 'a.txt', content: Buffer.from('a') }], emailTo: [mailbox] })
  expect(sent.upload).toBeTruthy()
})

test('sends an account mails about at most a hundred answers a day', async () => {
  const owner = await makeAccount(app, { role: 'free' })
  const { link, item } = await asked(owner, 'busy@rao-forge.example')
  for (let one = 0; one < 99; one++) {
    await countBelow(app.ctx.db, `submission-notices/${owner.accountId}`, { most: 100, seconds: 86_400 })
  }
  await submit(link, item, 2)
  expect(await countTo(owner.address)).toBe(1)
})

test('reports an answer to a deleted request after the deletion is undone', async () => {
  const owner = await makeAccount(app, { role: 'free' })
  const supplier = 'late@rao-forge.example'
  const { request, link, item } = await asked(owner, supplier)
  await submit(link, item, 1)
  expect([await countTo(supplier), await countTo(owner.address)]).toEqual([2, 1])
  // Restores the state before the job ran.
  const submissions = app.ctx.db.updateTable('submissions').where('request_id', '=', request._id)
  const { id: submissionId } = await submissions.set({ told_at: null }).returning('id').executeTakeFirstOrThrow()
  await app.ctx.db.deleteFrom('mails').where('id', '=', submissionId).execute()
  expect(codeOf(await owner.call('deleteRequests', { body: { ids: [request._id] } }))).toBe('done')
  await addJob(app.ctx.db, 'tell-submission', { submissionId })
  await app.runJobs()
  expect(codeOf(await owner.call('restoreRequests', { body: { ids: [request._id] } }))).toBe('done')
  await app.passTime(70_000)
  expect(await countTo(owner.address)).toBe(2)
  const receipt = app.ctx.db.selectFrom('mails').select('accepted_at').where('id', '=', submissionId)
  expect((await receipt.executeTakeFirst())?.accepted_at).toBeTruthy()
})
