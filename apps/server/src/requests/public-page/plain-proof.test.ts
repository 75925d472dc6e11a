import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson, type Person } from '#test/people/people'
import { askFor, change, expectSound, linkOf, suppliersOf } from '#test/requests/calls'
import { newestCode } from '#test/transfers/access-requests'

let app: TestApp
let owner: AccountPerson
let path: string
let item: string
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeAccount(app, { role: 'pro', subscription: 'active', fullName: 'Mei Chen' })
  const request = await askFor(owner, { identity: 'proven', items: [{ name: 'Invoice' }] })
  path = `/r/${request.slug}`
  item = request.items[0]?._id ?? ''
})
afterAll(async () => {
  await expectSound(app)
  await app.close()
})

const look = async (who: Person, at: string) => (await who.fetch(at, { headers: { accept: 'text/html' } })).text()
const stateOf = (html: string) =>
  JSON.parse(/<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? 'null').page

/** What a browser without scripts sends from the page, and where it is redirected. */
async function post(who: Person, fields: Record<string, string>, from = path, more: Record<string, string> = {}) {
  const [, , slug = '', user = ''] = new URL(from, app.origin).pathname.split('/')
  const response = await who.fetch('/proveSupplier', {
    method: 'POST',
    headers: { accept: 'text/html', referer: `${app.origin}${from}`, ...more },
    body: new URLSearchParams({ slug, user, ...fields }),
    redirect: 'manual',
  })
  return { status: response.status, to: response.headers.get('location') ?? '' }
}

/** Sends a small file like the form of the page. */
async function send(who: Person, email: string): Promise<string> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ user: '', name: 'Li', email })) form.append(name, value)
  form.append(item, new Blob(['one']), 'a.txt')
  const headers = { accept: 'text/html', referer: `${app.origin}${path}` }
  const sent = await who.fetch(`${path}/files`, { method: 'POST', headers, body: form, redirect: 'manual' })
  return sent.headers.get('location') ?? ''
}

describe('proving an address without scripts', () => {
  test('works step by step, and then files are sent under the address', async () => {
    const supplier = makePerson(app)
    const address = 'li@mill.example'
    const first = await look(supplier, path)
    expect(first).toMatch(/<form[^>]*action="\/proveSupplier"/)
    expect(stateOf(first).proof).toEqual({ proven: null, mailed: null })
    expect(await send(supplier, address)).toBe(`${path}?problem=sender-unproven`)

    expect(await post(supplier, { email: ' Li@Mill.example ' })).toEqual({ status: 303, to: `${path}?step=code` })
    const second = await look(supplier, `${path}?step=code`)
    expect(second).toContain(`We sent a 5-character code to ${address}.`)
    expect(second).toContain('name="verifyId"')
    expect(await look(supplier, `${path}?step=code&lang=zh`)).toContain(`验证码已发送到 ${address}`)
    // Only the browser in which the address was typed shows it.
    expect(await look(makePerson(app), `${path}?step=code`)).not.toContain(address)

    const code = await newestCode(app, address)
    expect(await post(supplier, { email: address, verifyId: code.toLowerCase() })).toEqual({ status: 303, to: path })
    const third = await look(supplier, path)
    expect(stateOf(third).proof).toEqual({ proven: address, mailed: null })
    expect(third).toContain('Your address is verified in this browser.')
    expect(third).toContain(`value="${address}"`)
    expect(third).not.toContain('action="/proveSupplier"')
    const received = await send(supplier, address)
    expect(received).toMatch(/\?received=/)
    expect(await look(supplier, received)).toContain('1 file arrived at Mei Chen')
    const [listed] = await suppliersOf(owner, path.slice(3))
    expect(listed).toMatchObject({ kind: 'proven', email: address })
    expect(stateOf(await look(supplier, path)).proof).toBeNull()
    expect(stateOf(await look(makePerson(app), path)).proof).toEqual({ proven: null, mailed: null })
  })

  test('reports a wrong code where it was typed, five times, and refuses the right one after them', async () => {
    const supplier = makePerson(app)
    const address = 'wrong@mill.example'
    await post(supplier, { email: address }, `${path}?lang=zh`)
    const code = await newestCode(app, address)
    const wrong = code === '00000' ? '11111' : '00000'
    expect((await post(supplier, { email: address, verifyId: 'x' })).to).toBe(`${path}?problem=code-malformed`)
    for (let tries = 0; tries < 5; tries += 1) {
      const { to } = await post(supplier, { email: address, verifyId: wrong }, `${path}?step=code&lang=zh`)
      expect(to).toBe(`${path}?problem=code-wrong&lang=zh`)
      const page = await look(supplier, to)
      expect(page).toContain('验证码不正确。')
      expect(page.includes('name="verifyId"')).toBe(tries < 4)
    }
    expect((await post(supplier, { email: address, verifyId: code })).to).toBe(`${path}?problem=code-expired`)
    expect(await look(supplier, `${path}?problem=code-expired`)).toContain('name="email"')
    expect(await send(supplier, address)).toBe(`${path}?problem=sender-unproven`)
  })

  test('refuses a code of another browser', async () => {
    const [supplier, other] = [makePerson(app), makePerson(app)]
    const address = 'theirs@mill.example'
    await post(supplier, { email: address })
    const verifyId = await newestCode(app, address)
    expect((await post(other, { email: address, verifyId })).to).toBe(`${path}?problem=code-expired`)
    expect((await post(supplier, { email: address, verifyId })).to).toBe(path)
  })

  test('starts again with another address, and reports an invalid one', async () => {
    const supplier = makePerson(app)
    await post(supplier, { email: 'one@mill.example' })
    await post(supplier, { email: 'one@mill.example', verifyId: await newestCode(app, 'one@mill.example') })
    expect(stateOf(await look(supplier, path)).proof.proven).toBe('one@mill.example')
    expect(await look(supplier, `${path}?step=email`)).toContain('action="/proveSupplier"')
    expect(await send(supplier, 'two@mill.example')).toBe(`${path}?problem=sender-unproven`)
    expect(await look(supplier, `${path}?problem=sender-unproven`)).toContain('action="/proveSupplier"')
    expect((await post(supplier, { email: 'two@' })).to).toBe(`${path}?problem=invalid-recipient`)
    expect(await look(supplier, `${path}?problem=invalid-recipient`)).toContain('The email address was incomplete')
    await post(supplier, { email: 'two@mill.example' })
    expect((await post(supplier, { email: 'two@mill.example' })).to).toBe(`${path}?problem=too-many-codes`)
    expect(await look(supplier, `${path}?problem=too-many-codes`)).toContain('name="verifyId"')
  })

  test('works only from a page of ours, through a valid link, once it is open', async () => {
    const stranger = makePerson(app)
    const email = 'nobody@quiet.example'
    expect((await post(stranger, { email }, path, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await post(stranger, { email }, '/r/AAAAAAA')).to).toBe('/r/AAAAAAA')
    const locked = await askFor(owner, { identity: 'proven', items: [{ name: 'Invoice' }] })
    await change(owner, locked._id, { password: 'open sesame 12' })
    expect((await post(stranger, { email }, `/r/${locked.slug}`)).to).toBe(`/r/${locked.slug}`)
    const codes = await app.ctx.db.selectFrom('sender_codes').select('id').where('address', '=', email).execute()
    expect(codes).toEqual([])
  })

  test('is unavailable where no proof is required', async () => {
    const suppliers = [{ email: 'asha@rao-forge.example', name: 'Asha Rao' }]
    const own = await askFor(owner, { identity: 'proven', suppliers })
    const { slug, user } = await linkOf(owner, own, 'asha@rao-forge.example')
    const page = await look(makePerson(app), `/r/${slug}/${user}`)
    expect(stateOf(page).proof).toBeNull()
    expect(page).not.toContain('/proveSupplier')
    const open = await askFor(owner, { identity: 'required' })
    expect(await look(makePerson(app), `/r/${open.slug}`)).not.toContain('/proveSupplier')
  })
})
