import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson, type Person } from '#test/people/people'
import {
  answer,
  askFor,
  change,
  codeOf,
  expectSound,
  type Link,
  linkOf,
  open,
  readAsked,
  stage,
  submit,
  suppliersOf,
} from '#test/requests/calls'

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

const items = [{ name: 'Invoice' }, { name: 'List' }]
const file = (text: string, path = 'a.txt') => ({ path, content: Buffer.from(text) })

/** Sends one file to an item under the claimed address `email`. */
const claim = (supplier: Person, link: Link, item: string | undefined, text: string, email = supplier.address) =>
  answer(supplier, link, { item: item ?? '', files: [file(text)], said: { name: 'Li', email } })

/** The request's table: who, how many files, and the state of each item. */
const table = async (request: string) =>
  (await suppliersOf(owner, request)).map(({ kind, email, fileCount, items: each }) => [
    kind,
    email,
    fileCount,
    each.map(({ state }) => state).join(' '),
  ])

const namesOf = async (supplier: Person, link: Link) =>
  (await open(supplier, link)).sent.flatMap(({ files }) => files.map(({ fileName }) => fileName)).sort()

test("assigns a browser's claims to an address once it proves it, and not the claims of others", async () => {
  const request = await askFor(owner, { items })
  const link = { slug: request.slug }
  const [invoice, list] = request.items.map(({ _id }) => _id)
  const supplier = makePerson(app)
  await claim(supplier, link, invoice, 'one')
  await claim(makePerson(app), link, invoice, 'a lie', supplier.address)
  await supplier.prove()
  await app.runJobs()
  expect(await table(request._id)).toEqual([
    ['proven', supplier.address, 1, 'arrived missing'],
    ['claimed', supplier.address, 1, 'arrived missing'],
  ])
  await claim(supplier, link, list, 'two')
  expect((await table(request._id))[0]).toEqual(['proven', supplier.address, 2, 'arrived arrived'])
  const elsewhere = makePerson(app, supplier.address)
  expect(await namesOf(elsewhere, link)).toEqual([])
  // Wait until the newest mail is the code's.
  await until(async () => {
    const untold = app.ctx.db.selectFrom('submissions').select('id').where('told_at', 'is', null)
    return (await untold.execute()).length === 0
  })
  await app.passTime(60_000)
  await elsewhere.prove()
  expect(await namesOf(elsewhere, link)).toEqual(['a (2).txt', 'a.txt'])
})

test('gives an invited supplier what their browser sent through the open link, and overwrites nothing', async () => {
  const supplier = makePerson(app)
  const request = await askFor(owner, { items, suppliers: [{ email: supplier.address, name: 'Asha Rao' }] })
  const own = await linkOf(owner, request, supplier.address)
  const openLink = { slug: request.slug }
  const [invoice, list] = request.items.map(({ _id }) => _id)
  await answer(makePerson(app), own, { item: invoice ?? '', files: [file('by the own link')] })
  await claim(supplier, openLink, invoice, 'by the open link')
  await claim(supplier, openLink, list, 'and this')
  const pending = await stage(supplier, openLink, {
    item: list ?? '',
    files: [file('on its way', 'b.txt')],
    said: { email: supplier.address },
  })
  expect((await readAsked(owner, request._id)).counts).toMatchObject({ suppliers: 2, complete: 1 })
  await supplier.prove()
  await app.runJobs()
  expect(await table(request._id)).toEqual([['invited', supplier.address, 3, 'arrived arrived']])
  expect((await readAsked(owner, request._id)).counts).toMatchObject({
    suppliers: 1,
    complete: 1,
    submissions: 3,
    files: 3,
  })
  expect(codeOf(await submit(supplier, pending))).toBe('done')
  for (const [who, link] of [
    [supplier, openLink],
    [makePerson(app), own],
  ] as const) {
    expect(await namesOf(who, link)).toEqual(['a (2).txt', 'a (3).txt', 'a.txt', 'b.txt'])
  }
})

test('treats an anonymous browser that identifies itself in the same request as one supplier', async () => {
  const request = await askFor(owner, { items })
  const link = { slug: request.slug }
  const [invoice, list] = request.items.map(({ _id }) => _id)
  const supplier = makePerson(app)
  await answer(supplier, link, { item: invoice ?? '', files: [file('nameless')] })
  await supplier.prove()
  await app.runJobs()
  expect(await table(request._id)).toEqual([['claimed', null, 1, 'arrived missing']])
  await claim(supplier, link, list, 'named')
  expect(await table(request._id)).toEqual([['proven', supplier.address, 2, 'arrived arrived']])
})

test('gives nothing to a supplier whom the requester removed', async () => {
  const supplier = makePerson(app)
  const request = await askFor(owner, { items, suppliers: [{ email: supplier.address }] })
  const [listed] = await suppliersOf(owner, request._id)
  await owner.call('removeRequestSupplier', { params: { request: request._id, supplier: listed?._id ?? '' } })
  await claim(supplier, { slug: request.slug }, request.items[0]?._id, 'still here')
  await change(owner, request._id, { isClosed: true })
  await supplier.prove()
  await app.runJobs()
  expect(await table(request._id)).toEqual([['claimed', supplier.address, 1, 'arrived missing']])
})
