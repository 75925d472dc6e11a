import { MOST_COMMENTS } from '@waybill/contract/requests/comments'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { askFor, codeOf, expectSound, type Link, linkOf, suppliersOf } from '#test/requests/calls'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
const QUIET_MS = 301_000

let app: TestApp
let owner: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeAccount(app, { role: 'business', subscription: 'active', fullName: 'Vera Owner' })
})
afterAll(async () => {
  await expectSound(app)
  await app.close()
})

const ONE = 'one@mill.example'
const TWO = 'two@mill.example'
async function asked() {
  const request = await askFor(owner, { suppliers: [{ email: ONE }, { email: TWO }] })
  const [one, two] = [await linkOf(owner, request, ONE), await linkOf(owner, request, TWO)]
  return { id: request._id, item: request.items[0]?._id ?? '', one, two, byLink: { slug: request.slug } }
}
const add = (link: Link, item: string, text: string, by = makePerson(app), said = {}) =>
  by.call('addComment', { body: { ...link, ...said, item, text } })
const unreadOf = async (id: string) =>
  (await owner.call('listRequests')).body.requests.find(({ _id }: { _id: string }) => _id === id).unreadComments

test('neither counts nor mails comments of removed suppliers, nor mails those of others sooner for them', async () => {
  const { id, item, one, two } = await asked()
  await add(one, item, 'From the removed one')
  await add(two, item, 'First of the other')
  expect(await unreadOf(id)).toBe(2)
  const removed = (await suppliersOf(owner, id)).find(({ email }) => email === ONE)
  await owner.call('removeRequestSupplier', { params: { request: id, supplier: removed?._id ?? '' } })
  expect(await unreadOf(id)).toBe(1)
  const mails = async () => (await app.mails(owner.address)).filter(({ subject }) => /new comment/i.test(subject))
  await app.passTime(QUIET_MS)
  expect((await mails()).map(({ text }) => /From the removed one/.test(text))).toEqual([false])
  await app.passTime(2_000_000)
  await add(two, item, 'Second of the other')
  expect(await mails()).toHaveLength(1)
  await app.passTime(QUIET_MS)
  expect(await mails()).toHaveLength(2)
})

test('leaves room for the invited, however much comes through the open link', async () => {
  const { id, item, one, byLink } = await asked()
  const stranger = makePerson(app)
  expect(codeOf(await add(byLink, item, 'Hello', stranger))).toBe('done')
  await sql`insert into request_comments (id, request_id, supplier_id, item_id, is_of_supplier, body)
    select ${id}::text || n, c.request_id, c.supplier_id, ${item}, true, 'x'
    from request_comments c, generate_series(2, ${MOST_COMMENTS.openLink}::int) n
    where c.request_id = ${id}`.execute(app.ctx.db)
  expect(codeOf(await add(byLink, item, 'More', makePerson(app)))).toBe('comments-full')
  expect(codeOf(await add(one, item, 'From an invited one'))).toBe('done')
})

test('mails what was written to a browser before it proved the address of an invited supplier', async () => {
  const { id, item, byLink } = await asked()
  const browser = makePerson(app)
  await add(byLink, item, 'Which one?', browser, { email: ONE })
  const claim = (await suppliersOf(owner, id)).find(({ kind }) => kind === 'claimed')
  const params = { request: id, supplier: claim?._id ?? '', item }
  await owner.call('writeComment', { params, body: { text: 'The first one' } })
  await browser.prove(ONE)
  await app.passTime(QUIET_MS)
  const told = (await app.mails(ONE)).filter(({ text }) => text.includes('> The first one'))
  expect(told).toHaveLength(1)
})

test('takes the same text again for the same comment, unless something came between', async () => {
  const { item, one } = await asked()
  const supplier = makePerson(app)
  const idOf = async (text: string) => (await add(one, item, text, supplier)).body.comment._id
  const first = await idOf('Which one?')
  expect(await Promise.all([1, 2, 3].map(() => idOf(' Which one? ')))).toEqual([first, first, first])
  const next = await idOf('This one?')
  const again = await idOf('Which one?')
  expect(new Set([first, next, again]).size).toBe(3)
  const { body } = await supplier.call('openThread', { body: { ...one, item } })
  expect(body.thread.comments).toHaveLength(3)
})
