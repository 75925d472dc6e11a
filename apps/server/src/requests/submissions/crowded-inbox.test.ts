import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { noise } from '#test/people/recipient'
import {
  ASHA,
  answer,
  askFor,
  codeOf,
  expectSound,
  linkOf,
  open,
  planOf,
  readAsked,
  stage,
  submit,
  suppliersOf,
} from '#test/requests/calls'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.close())

test('fills an item to its limit with 64 concurrent submissions', async () => {
  const owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
  const request = await askFor(owner, { items: [{ name: 'Photos', maxFiles: 10 }], suppliers: [{ email: ASHA }] })
  const link = await linkOf(owner, request, ASHA)
  const item = request.items[0]?._id ?? ''
  const supplier = makePerson(app)
  const plans = []
  for (let nth = 0; nth < 64; nth += 1) {
    plans.push(await stage(supplier, link, { item, files: [{ path: 'photo.bin', content: noise(50 + nth, nth) }] }))
  }
  const codes = (await Promise.all(plans.map((plan) => submit(supplier, plan)))).map(codeOf)
  expect(codes.filter((code) => code === 'done')).toHaveLength(10)
  expect(new Set(codes)).toEqual(new Set(['done', 'item-full']))
  expect((await open(supplier, link)).items[0]?.fileCount).toBe(10)
  await expectSound(app)
}, 120_000)

test('completes one submission once when 16 calls do so at once', async () => {
  const owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
  const request = await askFor(owner, { suppliers: [{ email: ASHA }] })
  const link = await linkOf(owner, request, ASHA)
  const supplier = makePerson(app)
  const files = [{ path: 'a.bin', content: noise(900) }]
  const plan = await stage(supplier, link, { item: request.items[0]?._id ?? '', files })
  const answers = await Promise.all(Array.from({ length: 16 }, () => submit(supplier, plan)))
  expect(new Set(answers.map(({ body }) => body.receipt?._id)).size).toBe(1)
  expect((await readAsked(owner, request._id)).counts).toMatchObject({ submissions: 1, files: 1, complete: 1 })
  await expectSound(app)
})

test('accepts forty suppliers at once', async () => {
  const owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
  const suppliers = Array.from({ length: 40 }, (_, nth) => ({
    email: `supplier-${nth}@many.example`,
    company: `Mill ${nth}`,
  }))
  const request = await askFor(owner, { items: [{ name: 'List', pattern: '{supplier}-{item}' }], suppliers })
  const asked = await suppliersOf(owner, request._id)
  const item = request.items[0]?._id ?? ''
  await Promise.all(
    asked.map(async ({ link }, nth) => {
      const user = link?.split('/').at(-1) ?? ''
      const files = [{ path: 'list.csv', content: noise(1_000, nth) }]
      await answer(makePerson(app), { slug: request.slug, user }, { item, files })
    }),
  )
  const { counts } = await readAsked(owner, request._id)
  expect(counts).toMatchObject({ suppliers: 40, complete: 40, late: 0, submissions: 40, files: 40, bytes: 40_000 })
  const { body } = await owner.call('fetchInboxFiles', { params: { request: request._id }, body: {} })
  expect(body.links).toMatchObject([{ files: 40 }])
  await expectSound(app)
}, 120_000)

test('rejects what does not fit into full storage, keeps what came, and tells both sides', async () => {
  const owner = await makeAccount(app, { role: 'free' })
  const request = await askFor(owner, { suppliers: [{ email: ASHA }] })
  const link = await linkOf(owner, request, ASHA)
  const item = request.items[0]?._id ?? ''
  const supplier = makePerson(app)
  const pending = await stage(supplier, link, { item, files: [{ path: 'a.bin', content: noise(1_000) }] })
  const { db } = app.ctx
  const own = () => db.updateTable('allowances').where('key', '=', `workspace:${owner.accountId}`)
  await own()
    .set({ used_bytes: 10_000_000_000 - 1_500 })
    .execute()
  expect(codeOf(await planOf(supplier, link, { item, files: [{ path: 'b.bin', content: noise(501) }] }))).toBe(
    'inbox-full',
  )
  expect(codeOf(await submit(supplier, pending))).toBe('done')
  const more = await stage(supplier, link, { item, files: [{ path: 'c.bin', content: noise(400) }] })
  await own().set({ used_bytes: 10_000_000_000 }).execute()
  expect(codeOf(await submit(supplier, more))).toBe('inbox-full')
  expect((await open(supplier, link)).hasRoom).toBe(false)
  const told = (await app.mails(owner.address)).filter(({ subject }) => subject.startsWith('Storage full'))
  expect(told).toHaveLength(1)
  await own().set({ used_bytes: 1_000 }).execute()
  expect(codeOf(await submit(supplier, more))).toBe('done')
  await expectSound(app)
})
