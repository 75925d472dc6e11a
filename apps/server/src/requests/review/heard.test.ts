/** How an account learns of submitted files: in its feed in the same transaction, and at its webhooks. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { Hooked } from '#test/http/hooked'
import { HttpsReceiver } from '#test/http/https-receiver'
import type { AccountPerson } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { answer, askFor, expectSound, linkOf, stage, submit, suppliersOf } from '#test/requests/calls'
import { addJob } from '../../platform/jobs/add-job.ts'

let app: TestApp
let receiver: HttpsReceiver
let hooked: Hooked
let owner: AccountPerson
beforeAll(async () => {
  receiver = await HttpsReceiver.open()
  await receiver.trust()
  app = await makeTestApp({ env: { WEBHOOK_ALLOW_HOSTS: receiver.host } })
})
beforeEach(async () => {
  receiver.received.length = 0
  hooked = await Hooked.make(app)
  owner = hooked.person
})
afterAll(async () => {
  await expectSound(app)
  await app?.close()
  await receiver?.close()
})

const ASHA = { email: 'asha@rao-forge.example', name: 'Asha Rao', company: 'Rao Forge' }
const LI = { email: 'li@mill.example' }
const items = [{ name: 'Invoice' }, { name: 'Photos', isRequired: false }]
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const files = (...names: string[]) => names.map((path) => ({ path, content: Buffer.from(path) }))
const told = async () => (await owner.call('listNotifications', { body: {} })).body.notifications

test('sends one notice per submission, and says with the last supplier that everything is here', async () => {
  const request = await askFor(owner, { title: 'Papers for order 7731', items, suppliers: [ASHA, LI] })
  const item = request.items[0]?._id ?? ''
  const about = { slug: request.slug, title: 'Papers for order 7731', read: false }
  const asha = await linkOf(owner, request, ASHA.email)
  await answer(makePerson(app), asha, { item: request.items[1]?._id ?? '', files: files('yard.jpg') })
  await answer(makePerson(app), asha, { item, files: files('a.pdf', 'b.pdf') })
  await answer(makePerson(app), { slug: request.slug }, { item, files: files('nameless.txt') })
  const before = await told()
  expect(before).toMatchObject([
    { kind: 'answered', supplier: null, receiverEmail: null, fileName: 'nameless.txt', fileCount: 1, ...about },
    { kind: 'answered', supplier: 'Rao Forge', receiverEmail: ASHA.email, fileName: 'a.pdf', fileCount: 2, ...about },
    { kind: 'answered', supplier: 'Rao Forge', fileName: 'yard.jpg', fileCount: 1, ...about },
  ])
  const li = await linkOf(owner, request, LI.email)
  await answer(makePerson(app), li, { item, files: files('list.pdf') })
  const [complete, last, ...rest] = await told()
  expect([complete, last]).toMatchObject([
    { kind: 'completed', supplier: null, receiverEmail: null, fileName: null, ...about },
    { kind: 'answered', supplier: null, receiverEmail: LI.email, fileName: 'list.pdf', ...about },
  ])
  expect(rest).toEqual(before)
  await answer(makePerson(app), li, { item, files: files('more.pdf') })
  expect((await told()).map(({ kind }: { kind: string }) => kind).slice(0, 2)).toEqual(['answered', 'completed'])
})

test('says again that everything is here after an item was sent back and answered again', async () => {
  const request = await askFor(owner, { items, suppliers: [LI] })
  const item = request.items[0]?._id ?? ''
  const li = await linkOf(owner, request, LI.email)
  const [listed] = await suppliersOf(owner, request._id)
  await answer(makePerson(app), li, { item, files: files('list.pdf') })
  const params = { request: request._id, supplier: listed?._id ?? '', item }
  await owner.call('judgeItem', { params, body: { verdict: 'send-back', note: 'Unsigned' } })
  await answer(makePerson(app), li, { item, files: files('list.pdf') })
  const kinds = (await told()).map(({ kind }: { kind: string }) => kind)
  expect(kinds).toEqual(['completed', 'answered', 'completed', 'answered'])
})

test('reports once what many submit at once, however often the webhook is told, and never a refused one', async () => {
  const hook = await hooked.hook(receiver, ['answered', 'completed'])
  const request = await askFor(owner, { items, suppliers: [ASHA] })
  const link = await linkOf(owner, request, ASHA.email)
  const item = request.items[0]?._id ?? ''
  const plan = await stage(makePerson(app), link, { item, files: files('folder/a.pdf', 'b.pdf') })
  const refused = await stage(makePerson(app), link, { item, files: files('page.txt') })
  await sql`update request_items set max_bytes = 1 where id = ${item}`.execute(app.ctx.db)
  expect((await submit(makePerson(app), refused)).body.code).toBe('file-too-large')
  await sql`update request_items set max_bytes = null where id = ${item}`.execute(app.ctx.db)
  expect(await told()).toEqual([])
  const headers = { 'x-forwarded-for': '47.75.18.65', 'user-agent': userAgent }
  const body = { upload: plan.upload, token: plan.token }
  const answers = await Promise.all(Array.from({ length: 8 }, () => app.call('completeSubmission', { body, headers })))
  const submissionId = answers[0]?.body.receipt._id
  await addJob(app.ctx.db, 'tell-webhooks', { submissionId, isLast: true })
  await until(() => receiver.received.length === 2)
  await app.runJobs()
  expect((await told()).map(({ kind }: { kind: string }) => kind)).toEqual(['completed', 'answered'])
  const bodies = receiver.received.map(({ body: text }) => JSON.parse(text))
  const common = {
    id: expect.any(String),
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    transfer: null,
    upload: null,
    recipient: null,
    request: { slug: request.slug, title: request.title },
    delivery: null,
  }
  const [listed] = await suppliersOf(owner, request._id)
  expect(bodies.find(({ kind }) => kind === 'answered')).toEqual({
    ...common,
    kind: 'answered',
    supplier: { id: listed?._id, name: 'Asha Rao', company: 'Rao Forge', email: ASHA.email },
    file: { name: 'a.pdf', count: 2 },
    place: { country: 'HK', city: 'Hong Kong' },
    device: 'Firefox on Linux',
  })
  expect(bodies.find(({ kind }) => kind === 'completed')).toEqual({
    ...common,
    kind: 'completed',
    supplier: null,
    file: null,
    place: null,
    device: null,
  })
  for (const { body: text } of receiver.received) expect(text).not.toMatch(/47\.75|whsec_/)
  const log = await hooked.log(hook)
  expect(log.map(({ slug }: { slug: string }) => slug)).toEqual([request.slug, request.slug])
})

test("presents a claimed address to nobody as the supplier's", async () => {
  const hook = await hooked.hook(receiver, ['answered'])
  const request = await askFor(owner, { items, identity: 'required' })
  await answer(
    makePerson(app),
    { slug: request.slug },
    { item: request.items[0]?._id ?? '', files: files('a.pdf'), said: { name: 'Li Wei', email: LI.email } },
  )
  await hooked.rests(hook, 'taken')
  expect(await told()).toMatchObject([{ kind: 'answered', supplier: 'Li Wei', receiverEmail: null }])
  expect(JSON.parse(receiver.received[0]?.body ?? '{}').supplier).toMatchObject({ name: 'Li Wei', email: null })
})
