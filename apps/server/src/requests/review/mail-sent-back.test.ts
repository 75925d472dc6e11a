import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { answer, askFor, codeOf, expectSound, linkOf, suppliersOf } from '#test/requests/calls'
import { suspendAccount } from '../../identity/accounts/index.ts'
import { addJob } from '../../platform/jobs/add-job.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(async () => {
  await expectSound(app)
  await app.close()
})

type Change = (owner: AccountPerson, requestId: string) => Promise<unknown>
const suspend =
  (isSuspended: boolean): Change =>
  ({ address }) =>
    suspendAccount(app.ctx.db, address, isSuspended)
const call =
  (name: 'deleteRequests' | 'restoreRequests'): Change =>
  async (owner, id) =>
    expect(codeOf(await owner.call(name, { body: { ids: [id] } }))).toBe('done')

test.each([
  ['its account is suspended', suspend(true), suspend(false), 3_600],
  ['its request is deleted', call('deleteRequests'), call('restoreRequests'), 65],
])(
  'delays the mail that an item is open again while %s, and sends it afterwards',
  async (_why, stop, lift, seconds) => {
    const owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
    const supplier = `supplier-${seconds}@rao-forge.example`
    const request = await askFor(owner, { suppliers: [{ email: supplier }] })
    const item = request.items[0]?._id ?? ''
    const files = [{ path: 'a.txt', content: Buffer.from('a') }]
    await answer(makePerson(app), await linkOf(owner, request, supplier), { item, files })
    await app.runJobs()
    const [listed] = await suppliersOf(owner, request._id)
    const params = { request: request._id, supplier: listed?._id ?? '', item }
    const told = async () => (await app.mails(supplier)).filter(({ text }) => text.includes('> No stamp')).length
    expect(codeOf(await owner.call('judgeItem', { params, body: { verdict: 'send-back', note: 'No stamp' } }))).toBe(
      'done',
    )
    expect(await told()).toBe(1)
    // Restores the state before the job ran.
    await stop(owner, request._id)
    await addJob(app.ctx.db, 'mail-sent-back', { requestId: request._id, supplierId: params.supplier, itemId: item })
    expect(await told()).toBe(1)
    await lift(owner, request._id)
    expect(await told()).toBe(1)
    await app.passTime((seconds + 5) * 1_000)
    expect(await told()).toBe(2)
  },
)
