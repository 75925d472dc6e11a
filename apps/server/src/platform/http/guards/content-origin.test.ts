/** Users' bytes are served at an origin of their own, and nothing else is. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#test/app/free-port'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { siteAtHost } from '#test/http/site-at-host'
import { makeAccount } from '#test/people/account-person'
import { noise, sendTo } from '#test/people/recipient'

let app: TestApp
let content: ReturnType<typeof siteAtHost>
beforeAll(async () => {
  const port = String(await freePort())
  app = await makeTestApp({ env: { PORT: port, CONTENT_URL: `http://bytes.example.net:${port}` } })
  content = siteAtHost(app, 'bytes.example.net')
})
afterAll(() => app.close())

const file = { path: 'plan.bin', content: noise(5_000, 77) }

test('leads every link to bytes there, which serves them whole and by range, without any cookie', async () => {
  const owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
  const recipient = await sendTo(app, [file, { path: 'b.bin', content: noise(10, 78) }], owner)
  const { links, zip } = await recipient.grant()
  const listed = await owner.call('listLibrary', {})
  const fetched = await owner.call('fetchLibraryFiles', { body: { ids: [listed.body.files[0]._id] } })
  const own = fetched.body.links[0].url
  for (const url of [links[0]?.url ?? '', zip.url, own]) {
    for (const method of url === own ? ['GET'] : ['GET', 'HEAD']) {
      const led = await recipient.browser.fetch(url, { method, redirect: 'manual' })
      expect([led.status, led.headers.get('location')]).toEqual([307, `${app.config.contentUrl?.origin}${url}`])
    }
    const whole = await content.fetch(url, { headers: { cookie: 'waybill_device=x; waybill_session=y' } })
    expect([whole.status, whole.headers.get('set-cookie')]).toEqual([200, null])
    expect(whole.headers.get('access-control-allow-origin')).toBe('*')
  }
  const first = await content.fetch(links[0]?.url ?? '', { headers: { range: 'bytes=10-99' } })
  expect(first.status).toBe(206)
  expect(Buffer.from(await first.arrayBuffer())).toEqual(file.content.subarray(10, 100))
  const preflight = await content.fetch(links[0]?.url ?? '', {
    method: 'OPTIONS',
    headers: { origin: app.origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'range' },
  })
  expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([204, 'range, if-range'])
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect((await content.fetch(links[0]?.url.replace(/get\/[^/]+/, `get/${'A'.repeat(43)}`) ?? '')).status).toBe(404)
})

test('a page plays a recording from there, and loads nothing else', async () => {
  const owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
  const recipient = await sendTo(app, [{ path: 'video-20261123-101500.webm', content: noise(10, 79) }, file], owner)
  const page = await app.fetch(recipient.path, { headers: { accept: 'text/html' } })
  expect(page.headers.get('content-security-policy')).toContain(
    `media-src 'self' blob: ${app.config.contentUrl?.origin};`,
  )
  const { links } = await recipient.grant()
  const policies = links.map(async ({ url }) => (await content.fetch(url)).headers.get('cross-origin-resource-policy'))
  expect(await Promise.all(policies)).toEqual(['cross-origin', 'same-origin'])
})

test('has no page, no call and no file of the app', async () => {
  const { slug, user } = (await sendTo(app, [file])).link
  const accept = { accept: 'text/html' }
  for (const path of [
    '/',
    '/login',
    '/dash',
    `/d/${slug}/${user}`,
    '/report/zzzzzzz',
    '/-/health',
    '/robots.txt',
    '/x',
  ])
    expect([path, (await content.fetch(path, { headers: accept })).status]).toEqual([path, 404])
  for (const name of ['grantDownload', 'logIn', 'planTransfer'] as const)
    expect((await content.call(name, { body: {} })).status).toBe(404)
  const page = await app.fetch(`/d/${slug}/${user}`, { headers: accept })
  expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${app.config.contentUrl?.origin};`)
})

test('a limited download works there in the same network alone', async () => {
  const owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
  const recipient = await sendTo(app, [file], owner)
  await owner.call('editTransfer', { params: { transfer: recipient.transferId }, body: { downloadLimit: 1 } })
  const { links } = await recipient.grant()
  const by = (ip: string) => content.fetch(links[0]?.url ?? '', { headers: { 'x-forwarded-for': ip } })
  expect((await by('203.0.113.200')).status).toBe(403)
  expect((await by(recipient.browser.ip)).status).toBe(200)
})
