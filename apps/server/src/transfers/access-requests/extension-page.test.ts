import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { makePerson } from '#test/people/people'
import {
  accessRequestMailsTo,
  expire,
  give,
  kindsOf,
  requestExtension,
  requestedToken,
  sendRequestable,
} from '#test/transfers/access-requests'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.close())

const FORM = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
const look = async (path: string, init: RequestInit = {}) => {
  const response = await makePerson(app).fetch(path, { headers: { accept: 'text/html' }, ...init })
  return { response, status: response.status, text: (await response.text()).replaceAll(/nonce="[^"]*"/g, '') }
}

test('changes nothing however often the page is opened; the press is a form', async () => {
  const of = await sendRequestable(app)
  const path = `/extension/${await requestedToken(app, of)}`
  for (const method of ['GET', 'HEAD', 'GET']) expect((await look(path, { method })).status).toBe(200)
  expect(await kindsOf(app, of)).not.toContain('extended')
  const { response, text } = await look(path)
  expect(text).toContain(`${of.address} asks for more time`)
  expect(text).not.toContain('plan.pdf')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'same-origin',
  })
  expect(text).toContain('action="/checkExtension" method="post"')
  const body = `token=${path.split('/')[2]}&lang=en`
  const pressed = await makePerson(app).fetch('/checkExtension', { method: 'POST', body, headers: FORM })
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, `${path}?lang=en`])
  const given = await look(`${path}?lang=en`)
  for (const words of [
    'Link Extended for 48 hours',
    'New expiry date',
    of.address,
    'will be notified of the new expiry',
  ]) {
    expect(given.text).toContain(words)
  }
  expect(given.text).toContain('href="/login"')
  expect(given.response.headers.get('referrer-policy')).toBe('no-referrer')
  expect((await look(`${path}?lang=zh`)).text).toContain('链接已延长 48 小时')
})

test('gives one page and one answer to invalid and expired tokens, and those of a closed transfer', async () => {
  const of = await sendRequestable(app)
  const token = await requestedToken(app, of)
  await of.sender.call('deleteTransfer', { body: { ids: [of.id] } })
  const pages = new Set<string>()
  const answers = new Set<string>()
  for (const one of [token, `${'A'.repeat(21)}Q`, 'x', '..%2f..', token.toLowerCase()]) {
    const { status, text } = await look(`/extension/${one}`)
    pages.add(`${status} ${text}`)
    const { status: code, body } = await give(makePerson(app), decodeURIComponent(one))
    answers.add(`${code} ${body.code} ${JSON.stringify(body.facts)}`)
  }
  expect([...answers]).toEqual(['410 extension-expired {}'])
  expect(pages.size).toBe(1)
  const [page = ''] = pages
  for (const words of ['410 ', 'Link expired', 'Nothing to see here', 'My account']) expect(page).toContain(words)
})

test('counts wrong tokens as misses of their network, and accepts a valid one all the same', async () => {
  const of = await sendRequestable(app)
  const token = await requestedToken(app, of)
  const guesser = makePerson(app)
  const codes: string[] = []
  for (let nth = 0; nth < 22; nth++) codes.push((await give(guesser, `${'A'.repeat(21)}Q`)).body.code)
  expect([codes[0], codes.at(-1)]).toEqual(['extension-expired', 'too-many-requests'])
  expect((await guesser.fetch(`/extension/${'A'.repeat(22)}`)).status).toBe(429)
  expect((await guesser.fetch(`/extension/${token}`)).status).toBe(200)
  expect((await give(guesser, token)).status).toBe(200)
})

test('accepts the form on the expired page without scripts, only from a page of ours', async () => {
  const of = await sendRequestable(app)
  await expire(app, of)
  const { text } = await look(of.path)
  expect(text).toContain('action="/requestAccess"')
  const body = new URLSearchParams({ ...of.link, kind: 'time', lang: 'zh' }).toString()
  const send = (headers: Record<string, string>) =>
    makePerson(app).fetch('/requestAccess', { method: 'POST', body, headers: { ...FORM, ...headers } })
  for (const origin of ['null', 'https://evil.example']) expect((await send({ origin })).status).toBe(403)
  const sent = await send({})
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `${of.path}?step=requested&lang=zh`])
  expect((await look(`${of.path}?lang=zh`)).text).toContain('已向发件人提出请求')
  expect(await accessRequestMailsTo(app, of.sender.address)).toHaveLength(1)
})

test('leads through an open link’s form step by step, and says why it was refused', async () => {
  const of = await sendRequestable(app, { sendAs: 'link' })
  await expire(app, of)
  const reader = makePerson(app)
  const send = async (fields: Record<string, string>) => {
    const body = new URLSearchParams({ slug: of.slug, kind: 'time', ...fields }).toString()
    return (await reader.fetch('/requestAccess', { method: 'POST', body, headers: FORM })).headers.get('location') ?? ''
  }
  const page = async (path: string) => (await reader.fetch(path)).text()
  expect(await page(of.path)).toContain('name="email"')
  expect(await page(await send({ email: 'nothing' }))).toContain('Invalid Email To Address')
  expect(await page(await send({ email: reader.address }))).toContain('name="code"')
  expect(await page(`${of.path}?step=email`)).toContain('name="email"')
  expect(await page(await send({ code: '22222' }))).toContain('That code is wrong.')
  const [mail] = await app.mails(reader.address)
  const last = await send({ code: /^[0-9A-Z]{5}$/m.exec(mail?.text ?? '')?.[0] ?? '' })
  expect(await page(last)).toContain('The sender has been asked')
})

test('refuses invalid values in every field, and never fails', async () => {
  const of = await sendRequestable(app, { sendAs: 'link' })
  await expire(app, of)
  const values = ['', 'x'.repeat(2_000), '\u202e', '<script>', "' or 1=1", null, 7, {}, [], '\u0000', '\ud800']
  const failed: string[] = []
  for (const field of ['slug', 'user', 'kind', 'email', 'code', 'lang', 'role']) {
    for (const value of values) {
      const { status } = await requestExtension(makePerson(app), of, { [field]: value })
      if (status >= 500) failed.push(`${field} ${JSON.stringify(value)?.slice(0, 40)} ${status}`)
    }
  }
  for (const value of values) {
    const { status } = await makePerson(app).call('checkExtension', { body: { token: value } })
    if (status >= 500) failed.push(`token ${status}`)
  }
  expect(failed).toEqual([])
})
