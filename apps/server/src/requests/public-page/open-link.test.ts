import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import {
  ASHA,
  answer,
  askFor,
  change,
  codeOf,
  expectSound,
  linkOf,
  open,
  planOf,
  suppliersOf,
} from '#test/requests/calls'

let app: TestApp
let owner: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeAccount(app, { role: 'pro', subscription: 'active', fullName: 'Mei Chen', company: 'Harbour' })
})
afterAll(async () => {
  await expectSound(app)
  await app.close()
})

const asha = { email: ASHA, name: 'Asha Rao', company: 'Rao Forge', timeZone: 'Asia/Kolkata' }

describe('on the open link', () => {
  const file = { path: 'a.txt', content: Buffer.from('hello') }

  test.each([
    ['hidden', {}, 'done'],
    ['optional', {}, 'done'],
    ['optional', { email: 'no address' }, 'invalid-recipient'],
    ['required', {}, 'identity-required'],
    ['required', { name: 'Li' }, 'identity-required'],
    ['required', { name: 'Li', email: 'li@mill.example' }, 'done'],
    ['required', { name: 'https://evil.example/x', email: 'li@mill.example' }, 'message-holds-link'],
    ['proven', { name: 'Li', email: 'li@mill.example' }, 'sender-unproven'],
  ])('identity %s with %j: %s', async (identity, said, expected) => {
    const request = await askFor(owner, { identity })
    const submission = { item: request.items[0]?._id ?? '', files: [file], said }
    expect(codeOf(await planOf(makePerson(app), { slug: request.slug }, submission))).toBe(expected)
  })

  test('recognises a proven address in another browser, but not a claimed one', async () => {
    const request = await askFor(owner, { identity: 'proven' })
    const item = request.items[0]?._id ?? ''
    const supplier = makePerson(app)
    await supplier.prove()
    const link = { slug: request.slug }
    await answer(supplier, link, { item, files: [file], said: { email: supplier.address } })
    const elsewhere = makePerson(app, supplier.address)
    expect((await open(elsewhere, link)).sent).toEqual([])
    await app.passTime(5_000)
    await elsewhere.prove()
    expect((await open(elsewhere, link)).sent).toHaveLength(1)
    await change(owner, request._id, { identity: 'optional' })
    const liar = makePerson(app)
    const claim = { path: 'b.txt', content: Buffer.from('mine') }
    await answer(liar, link, { item, files: [claim], said: { email: supplier.address } })
    const seen = (await open(liar, link)).sent.flatMap(({ files }) => files)
    expect(seen.map(({ originalName }) => originalName)).toEqual(['b.txt'])
    const kinds = (await suppliersOf(owner, request._id)).map(({ kind, fileCount }) => [kind, fileCount])
    const suppliers = [{ email: supplier.address }]
    const added = await owner.call('addRequestSuppliers', { params: { request: request._id }, body: { suppliers } })
    expect(added.body).toMatchObject({ added: 1, request: { counts: { suppliers: 2 } } })
    const own = await linkOf(owner, request, supplier.address)
    expect((await open(makePerson(app), own)).sent).toHaveLength(1)
    expect(kinds).toEqual([
      ['proven', 1],
      ['claimed', 1],
    ])
  })

  test('treats a request only for invited suppliers as unknown for everybody else', async () => {
    const request = await askFor(owner, { isOpenLink: false, suppliers: [asha] })
    const link = await linkOf(owner, request, ASHA)
    const ask = async (body: unknown) => {
      const { status, body: said } = await makePerson(app).call('openRequest', { body })
      return { status, code: said.code, facts: said.facts, title: said.title }
    }
    const unknown = await ask({ slug: 'AAAAAAA' })
    expect(unknown.code).toBe('request-not-found')
    expect(await ask({ slug: request.slug })).toEqual(unknown)
    expect(await ask({ slug: request.slug, user: 'A'.repeat(22) })).toEqual(unknown)
    expect((await ask(link)).status).toBe(200)
    await owner.call('deleteRequests', { body: { ids: [request._id] } })
    expect(await ask(link)).toEqual(unknown)
    await owner.call('restoreRequests', { body: { ids: [request._id] } })
    expect((await ask(link)).status).toBe(200)
  })

  test('asks for a password once and counts tries', async () => {
    const request = await askFor(owner, { password: 'open sesame 12' })
    const link = { slug: request.slug }
    const supplier = makePerson(app)
    expect(codeOf(await supplier.call('openRequest', { body: link }))).toBe('link-locked')
    expect(codeOf(await planOf(supplier, link, { item: request.items[0]?._id ?? '', files: [file] }))).toBe(
      'link-locked',
    )
    const unlock = (password: string) => supplier.call('unlockRequest', { body: { ...link, password } })
    expect(codeOf(await unlock('wrong'))).toBe('link-password-wrong')
    expect((await unlock('open sesame 12')).body).toEqual({ isOpen: true })
    expect((await open(supplier, link)).state).toBe('open')
    await change(owner, request._id, { password: 'another one 34' })
    expect(codeOf(await supplier.call('openRequest', { body: link }))).toBe('link-locked')
    const guesser = makePerson(app)
    const codes = []
    for (let nth = 0; nth < 11; nth += 1) {
      codes.push(codeOf(await guesser.call('unlockRequest', { body: { ...link, password: `${nth}` } })))
    }
    expect(codes.at(-1)).toBe('too-many-requests')
  })

  test('accepts small files from a plain form without scripts', async () => {
    const request = await askFor(owner, { identity: 'required', items: [{ name: 'Photos', maxFiles: 3 }] })
    const item = request.items[0]?._id ?? ''
    const post = (fields: Record<string, string>, files: Array<[string, string]>) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      for (const [name, text] of files) form.append(item, new Blob([text]), name)
      return makePerson(app).fetch(`/r/${request.slug}/files`, { method: 'POST', body: form })
    }
    const sent = await post({ name: 'Li', email: 'li@mill.example', user: '' }, [
      ['a.txt', 'one'],
      ['a.txt', 'two'],
    ])
    expect([sent.status, sent.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(`^/r/${request.slug}\\?received=`),
    ])
    const { body } = await owner.call('listInbox', {})
    expect(body.submissions[0].files.map(({ fileName }: { fileName: string }) => fileName)).toEqual([
      'a.txt',
      'a (2).txt',
    ])
    expect((await post({}, [['a.txt', 'one']])).status).toBe(403)
    expect((await post({ name: 'Li', email: 'li@mill.example' }, [])).status).toBe(400)
    expect((await post({ secret: 'x' }, [['a.txt', 'x']])).status).toBe(400)
    const large = await post({ name: 'Li', email: 'li@mill.example' }, [['a.txt', 'x'.repeat(10_000_001)]])
    expect(large.status).toBe(413)
  })
})
