import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { ASHA, askFor, linkOf, suppliersOf } from '#test/requests/calls'

const LI = 'li@mill.example'

let app: TestApp
let owner: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
})
afterAll(() => app?.close())

test('comments go into the archive of submissions, also alone, and only those of the named suppliers', async () => {
  const items = [{ name: 'Certificate' }, { name: 'Material', kind: 'short' }]
  const request = await askFor(owner, { items, suppliers: [{ email: ASHA }, { email: LI }] })
  const [certificate, material] = request.items.map(({ _id }) => _id) as [string, string]
  const people = await suppliersOf(owner, request._id)
  const idOf = (address: string) => people.find(({ email }) => email === address)?._id ?? ''
  const fetchOf = (...suppliers: string[]) =>
    owner.call('fetchInboxFiles', { params: { request: request._id }, body: { suppliers } })
  const zipOf = async (...suppliers: string[]) => {
    const [link] = (await fetchOf(...suppliers)).body.links
    const zip = Buffer.from(await (await owner.fetch(link.url)).arrayBuffer())
    expect(zip.length).toBe(link.bytes)
    const part = await owner.fetch(link.url, { headers: { range: 'bytes=-60' } })
    expect(Buffer.from(await part.arrayBuffer()).equals(zip.subarray(-60))).toBe(true)
    return { files: link.files, holds: (text: string) => zip.includes(text) }
  }
  expect((await fetchOf(idOf(ASHA))).body.code).toBe('file-not-found')
  const link = await linkOf(owner, request, ASHA)
  const supplier = makePerson(app)
  await supplier.call('addComment', { body: { ...link, item: certificate, text: 'Which stamp?' } })
  const alone = await zipOf(idOf(ASHA))
  expect([alone.files, alone.holds('comments.csv'), alone.holds('Which stamp?')]).toEqual([1, true, true])
  expect((await fetchOf(idOf(LI))).body.code).toBe('file-not-found')
  await supplier.call('sendAnswers', { body: { ...link, answers: [{ item: material, answer: ['Steel'] }] } })
  const both = await zipOf(idOf(ASHA), idOf(LI))
  expect([both.files, both.holds('answers.csv'), both.holds('Steel'), both.holds('Which stamp?')]).toEqual([
    2,
    true,
    true,
    true,
  ])
})
