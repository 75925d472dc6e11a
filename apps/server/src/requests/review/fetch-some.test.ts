import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { noise } from '#test/people/recipient'
import { ASHA, answer, askFor, codeOf, linkOf } from '#test/requests/calls'
import { hashesInZip } from '#test/storage/extract-zip'

let app: TestApp
let owner: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeAccount(app, { role: 'pro' })
})
afterAll(() => app.close())

test('downloads some submissions alone, and counts what of them was sent back or deleted', async () => {
  const request = await askFor(owner, {
    items: [{ name: 'Files' }],
    suppliers: [{ email: ASHA, company: 'Rao Forge' }],
  })
  const item = request.items[0]?._id ?? ''
  const link = await linkOf(owner, request, ASHA)
  const supplier = makePerson(app)
  for (const [name, seed] of [
    ['one.pdf', 1],
    ['two.pdf', 2],
    ['three.pdf', 3],
  ] as const)
    await answer(supplier, link, { item, files: [{ path: name, content: noise(300, seed) }] })
  const inbox = await owner.fetch(`/inbox?request=${request._id}`)
  const { submissions } = await inbox.json()
  const [three, two, one] = submissions as Array<{ _id: string; files: Array<{ _id: string }> }>
  const fetchSome = (ids: Array<string | undefined>, body = {}) =>
    owner.call('fetchInboxFiles', {
      params: { request: request._id },
      body: { submissions: ids.map((id) => id ?? ''), ...body },
    })
  const { body } = await fetchSome([one?._id, three?._id])
  expect(body).toMatchObject({ leftOut: 0, links: [{ files: 2 }] })
  const zip = Buffer.from(await (await owner.fetch(body.links[0].url)).arrayBuffer())
  expect(Object.keys(await hashesInZip(zip)).sort()).toEqual(['Rao Forge/one.pdf', 'Rao Forge/three.pdf'])
  await owner.call('deleteFiles', { body: { ids: [three?.files[0]?._id ?? ''] } })
  expect((await fetchSome([one?._id, three?._id])).body).toMatchObject({ leftOut: 1, links: [{ files: 1 }] })
  expect(codeOf(await fetchSome([three?._id]))).toBe('file-not-found')
  const other = await askFor(owner, { items: [{ name: 'Files' }], suppliers: [{ email: ASHA, company: 'Rao Forge' }] })
  const elsewhere = { params: { request: other._id }, body: { submissions: [two?._id ?? ''] } }
  expect(codeOf(await owner.call('fetchInboxFiles', elsewhere))).toBe('submission-not-found')
})
