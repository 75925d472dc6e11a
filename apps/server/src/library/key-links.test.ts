/** What a program with an API key may do with files of the library, and what ends with the key. */
import { keyScopes } from '@waybill/contract/identity/key-scopes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { type KeyPerson, makeKey } from '#test/people/key-person'
import { makePerson } from '#test/people/people'
import { answer, askFor } from '#test/requests/calls'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

const text = (path: string, bytes = 20) => ({ path, content: Buffer.alloc(bytes, 'x') })
const week = 604_800

async function idsOf(owner: AccountPerson): Promise<string[]> {
  const { body } = await owner.call('listLibrary')
  return body.files.map(({ _id }: { _id: string }) => _id)
}

async function linksOf(person: AccountPerson, ids: readonly string[]): Promise<string[]> {
  const { status, body } = await person.call('fetchLibraryFiles', { body: { ids } })
  expect(status).toBe(200)
  return body.links.map(({ url }: { url: string }) => url)
}

/** The link works without the key, as for a download manager. */
const codeAt = async (url: string) => {
  const answer = await fetch(app.origin + url, { headers: { range: 'bytes=0-3' } })
  return answer.status === 206 ? 'works' : ((await answer.json()) as { code: string }).code
}
const revoke = (owner: AccountPerson, { keyId }: KeyPerson) =>
  owner.call('revokeApiKey', { params: { key: keyId } }).then(({ status }) => expect(status).toBe(204))

test('a link that a key took ends with the key; one that its owner took does not', async () => {
  const [owner, other] = [await makeAccount(app, { role: 'pro' }), await makeAccount(app)]
  await owner.send({ files: [text('own.txt')] })
  await other.send({ files: [text('received.txt')], emailTo: [owner.address] })
  const ids = await idsOf(owner)
  expect(ids).toHaveLength(2)
  const [program, another] = [
    await makeKey(app, owner, { scopes: ['library'] }),
    await makeKey(app, owner, { scopes: ['library'] }),
  ]
  const [ofProgram, ofAnother, ofOwner] = [
    await linksOf(program, ids),
    await linksOf(another, ids),
    await linksOf(owner, ids),
  ]
  for (const url of [...ofProgram, ...ofAnother, ...ofOwner]) expect([url, await codeAt(url)]).toEqual([url, 'works'])
  await revoke(owner, program)
  expect(await Promise.all(ofProgram.map(codeAt))).toEqual(['grant-not-found', 'grant-expired'])
  expect(await Promise.all([...ofAnother, ...ofOwner].map(codeAt))).toEqual(['works', 'works', 'works', 'works'])
})

test('so does one to the archive of a request', async () => {
  const owner = await makeAccount(app, { role: 'pro' })
  const request = await askFor(owner)
  const supplier = makePerson(app)
  await supplier.prove()
  await answer(supplier, { slug: request.slug }, { item: request.items[0]?._id ?? '', files: [text('answer.txt')] })
  const program = await makeKey(app, owner, { scopes: ['library'] })
  const { body } = await program.call('fetchInboxFiles', { params: { request: request._id }, body: {} })
  const [{ url }] = body.links
  expect(await codeAt(url)).toBe('works')
  await revoke(owner, program)
  expect(await codeAt(url)).toBe('grant-not-found')
})

test('a download that runs when its key is revoked is broken off', async () => {
  const owner = await makeAccount(app, { role: 'pro' })
  const bytes = 48 * 2 ** 20
  await owner.send({ files: [text('large.bin', bytes)] })
  const program = await makeKey(app, owner, { scopes: ['library'] })
  const [url = ''] = await linksOf(program, await idsOf(owner))
  const running = await fetch(app.origin + url)
  const reader = running.body?.getReader()
  // The rest waits for a reader: no buffer on the way holds it all.
  let read = (await reader?.read())?.value?.length ?? 0
  await revoke(owner, program)
  const readOn = async () => {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (done) return
      read += value?.length ?? 0
    }
  }
  await expect(readOn()).rejects.toThrow()
  expect(read).toBeLessThan(bytes)
})

test('a key names files of the library in what it sends and asks for only with the scope of the library', async () => {
  const owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
  await owner.send({ files: [text('kept.txt')] })
  const [file = ''] = await idsOf(owner)
  const [narrow, whole] = [
    await makeKey(app, owner, { scopes: ['send', 'request', 'read'] }),
    await makeKey(app, owner, { scopes: keyScopes }),
  ]
  const forward = {
    emailTo: [{ email: 'reader@example.com' }],
    expirySeconds: week,
    files: [],
    forwarded: [{ fileName: 'kept.txt', newPath: file }],
  }
  const item = { name: 'Drawing', exampleFile: file }
  const ask = { title: 'Drawings', items: [item] }
  const lacks = { status: 403, body: { code: 'key-lacks-scope', facts: { scope: 'library' } } }
  expect(await narrow.call('planTransfer', { body: forward })).toMatchObject(lacks)
  expect(await narrow.call('createRequest', { body: ask })).toMatchObject(lacks)
  const planned = await whole.call('planTransfer', { body: forward })
  expect(planned.status).toBe(200)
  const { upload, token } = planned.body.plan
  // What another key planned is not saved by this one either.
  expect(await narrow.call('completeTransfer', { body: { upload, token } })).toMatchObject(lacks)
  expect((await whole.call('completeTransfer', { body: { upload, token } })).status).toBe(200)
  const made = await whole.call('createRequest', { body: ask })
  expect(made.status).toBe(201)
  // A program without the scope changes a request that has an example, and leaves it alone.
  const { request } = made.body
  const params = { request: request._id }
  const [{ _id }] = request.items
  const kept = await narrow.call('editRequest', { params, body: { items: [{ _id, ...item, name: 'Drawings' }] } })
  expect(kept).toMatchObject({
    status: 200,
    body: { request: { items: [{ name: 'Drawings', exampleFile: { _id: file } }] } },
  })
  await owner.send({ files: [text('another.txt')] })
  const other = (await idsOf(owner)).find((id) => id !== file)
  const items = [{ _id, ...item, exampleFile: other }]
  expect(await narrow.call('editRequest', { params, body: { items } })).toMatchObject(lacks)
})
