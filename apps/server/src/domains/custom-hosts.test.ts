/** What a custom host serves: its workspace's things alone, without a session, and nothing else. */
import { routes } from '@waybill/contract/core/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type SiteAtHost, siteAtHost } from '#test/http/site-at-host'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson, type Person } from '#test/people/people'
import { changeAccount } from '#test/people/put-account'
import { answer, askFor, linkOf, open, planOf } from '#test/requests/calls'
import { halves } from '#test/storage/picture-files'
import { servedRoutes } from '../platform/http/custom-hosts/served-here.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const BASE = 'share.example.net'
/** How long a process may remember a host. */
const KEPT_MS = 5_500

let app: TestApp
let own: AccountPerson
let other: AccountPerson
let site: SiteAtHost
let otherSite: SiteAtHost
beforeAll(async () => {
  app = await makeTestApp({ env: { SUBDOMAIN_BASE: BASE, CALLS_AT_ONCE: '64' } })
  own = await makeAccount(app, { role: 'business', subscription: 'active' })
  other = await makeAccount(app, { role: 'business', subscription: 'active' })
  await own.call('claimDomain', { body: { typedDomain: 'own-host' } })
  await other.call('claimDomain', { body: { typedDomain: 'other-host' } })
  site = siteAtHost(app, `own-host.${BASE}`)
  otherSite = siteAtHost(app, `other-host.${BASE}`)
})
afterAll(() => app?.close())

const file = { path: 'plan.pdf', content: Buffer.from('a plan of the mill') }
const send = async (sender: AccountPerson) => {
  const sent = await sender.send({ files: [file], emailTo: ['reader@example.com'] })
  const [path = ''] = Object.values(sent.links)
  return { ...sent, path, link: { slug: sent.slug, user: path.split('/').at(-1) ?? '' } }
}
const pageAt = async (person: Person, path: string) => {
  const page = await person.fetch(path, { headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' } })
  return { status: page.status, text: await page.text(), headers: page.headers }
}
const iconsAt = async (at: SiteAtHost, sender: AccountPerson) =>
  (await pageAt(makePerson(at), (await send(sender)).path)).text.match(/<link rel="(?:icon|apple|manifest)[^>]*>/g)
/** Grants, describes and downloads at a site; the bytes, or the code of the first refusal. */
async function download(person: Person, link: { slug: string; user: string }): Promise<string> {
  const granted = await person.call('grantDownload', { body: { ...link, files: 'all' } })
  if (granted.status !== 200) return granted.body.code
  const described = await person.call('describeDownload', { body: { grant: granted.body.grant } })
  return (await person.fetch(described.body.links[0].url)).text()
}

describe('its own workspace’s things', () => {
  test('a transfer is opened and downloaded, with a cookie for this host alone', async () => {
    const { path, link } = await send(own)
    const reader = makePerson(site)
    const page = await pageAt(reader, path)
    expect(page.status).toBe(200)
    expect(page.text).toContain('plan.pdf')
    const cookies = page.headers.getSetCookie()
    expect(cookies.join()).toMatch(/waybill_device=/)
    expect(cookies.join()).not.toMatch(/domain=/i)
    expect(await download(reader, link)).toBe(file.content.toString())
    const { body } = await own.call('listTransfers')
    expect(JSON.stringify(body)).toContain(link.slug)
  })

  test('a request is answered, file by file', async () => {
    const request = await askFor(own, { suppliers: [{ email: 'mill@example.com' }], isOpenLink: false })
    const link = await linkOf(own, request, 'mill@example.com')
    const supplier = makePerson(site)
    const { items } = await open(supplier, link)
    const receipt = await answer(supplier, link, { item: items[0]?._id ?? '', files: [file] })
    expect(receipt._id).toBeTruthy()
    expect((await pageAt(supplier, `/r/${link.slug}/${link.user}`)).status).toBe(200)
  })

  test('parts go to the host itself, and its assets come from it', async () => {
    const request = await askFor(own, { suppliers: [{ email: 'mill@example.com' }], isOpenLink: false })
    const link = await linkOf(own, request, 'mill@example.com')
    const supplier = makePerson(site)
    const { items } = await open(supplier, link)
    const { body } = await planOf(supplier, link, { item: items[0]?._id ?? '', files: [file] })
    expect(JSON.stringify(body)).toContain(site.origin)
    expect(JSON.stringify(body)).not.toContain(app.origin)
    expect((await site.fetch('/favicon.svg')).status).toBe(200)
  })

  test('the pictures of its company', async () => {
    const body = new Uint8Array(await halves(480, 120).png().toBuffer())
    const put = { method: 'PUT', headers: { 'content-type': 'image/png' }, body }
    const { branding } = await (await own.fetch('/branding/pictures/logo', put)).json()
    const statuses = [site, otherSite, app].map(async (at) => (await makePerson(at).fetch(branding.logo.path)).status)
    expect([branding.logo.path, ...(await Promise.all(statuses))]).toEqual([expect.any(String), 200, 404, 200])
    expect(await iconsAt(site, own)).toEqual([`<link rel="icon" href="${branding.logo.path}">`])
  })

  test('its pages name neither our icons nor our manifest', async () => {
    expect(await iconsAt(otherSite, other)).toEqual(['<link rel="icon" href="data:,">'])
    expect((await otherSite.fetch('/manifest.webmanifest')).status).toBe(421)
  })
})

test('the admin’s copy of their data names the host, without the secret of its record', async () => {
  const { body } = await own.call('exportAccount')
  expect(body.domain).toMatchObject({ host: `own-host.${BASE}`, status: 'verified' })
  const { token } = await app.ctx.db
    .selectFrom('domains')
    .select('token')
    .where('host', '=', `own-host.${BASE}`)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(body)).not.toContain(token)
})

describe('things of others', () => {
  test('are as unknown as what nobody has, page and call', async () => {
    const { path, link } = await send(other)
    const unknown = { slug: 'zzzzzz9', user: link.user }
    const plain = (text: string) => text.replaceAll(/nonce[^ >]*|[\w+/]{22}==/g, '')
    const foreign = await pageAt(makePerson(site), path)
    const nobodys = await pageAt(makePerson(site), `/d/${unknown.slug}/${unknown.user}`)
    expect(foreign.status).toBe(404)
    expect(plain(foreign.text)).toBe(plain(nobodys.text))
    expect(foreign.text).not.toContain(link.slug)
    for (const call of ['grantDownload', 'reportOpened', 'listReceivedFiles'] as const) {
      const answers = await Promise.all([link, unknown].map((body) => makePerson(site).call(call, { body })))
      const [here, nowhere] = answers.map(({ status, body }) => [status, body.code])
      expect(here).toEqual(nowhere)
      expect(answers[0]?.status).toBe(404)
    }
    expect(await download(makePerson(otherSite), link)).toBe(file.content.toString())
  })

  test('a grant, an upload and a request of another workspace stay there', async () => {
    const { link } = await send(other)
    const reader = makePerson(app)
    const { body: granted } = await reader.call('grantDownload', { body: { ...link, files: 'all' } })
    const { body: described } = await reader.call('describeDownload', { body: { grant: granted.grant } })
    const here = makePerson(site)
    expect((await here.call('describeDownload', { body: { grant: granted.grant } })).body.code).toBe('grant-not-found')
    expect((await here.call('planZip', { body: { grant: granted.grant } })).body.code).toBe('grant-not-found')
    expect((await here.fetch(described.links[0].url)).status).toBe(404)
    expect((await reader.fetch(described.links[0].url)).status).toBe(200)

    const request = await askFor(other, { suppliers: [{ email: 'mill@example.com' }], isOpenLink: false })
    const asked = await linkOf(other, request, 'mill@example.com')
    expect((await here.call('openRequest', { body: asked })).body.code).toBe('request-not-found')
    expect((await pageAt(here, `/r/${asked.slug}/${asked.user}`)).status).toBe(404)
    const there = makePerson(app)
    const { items } = await open(there, asked)
    const { body: planned } = await planOf(there, asked, { item: items[0]?._id ?? '', files: [file] })
    const { upload, token } = planned.plan
    const headers = { authorization: `Bearer ${token}` }
    expect((await here.call('readUpload', { params: { upload }, headers })).status).toBe(404)
    expect((await here.call('completeSubmission', { body: { upload, token } })).status).toBeGreaterThanOrEqual(400)
    expect((await there.call('readUpload', { params: { upload }, headers })).status).toBe(200)
  })

  test('a visitor’s transfer is not shown there', async () => {
    const visitor = makePerson(app)
    await visitor.prove()
    const sent = await visitor.send({ files: [file] })
    const [path = ''] = Object.values(sent.links)
    expect((await pageAt(makePerson(site), path)).status).toBe(404)
  })
})

describe('what it never serves', () => {
  test('a session: every call with the token of an account is refused', async () => {
    const headers = { authorization: own.headers().authorization ?? '' }
    for (const call of ['readAccount', 'listTransfers', 'readDomain', 'refreshSession', 'logIn', 'signUp'] as const) {
      expect([call, await site.call(call, { headers })]).toMatchObject([
        call,
        { status: 421, body: { code: 'wrong-host' } },
      ])
    }
    // The sender's own visit counts as a reader's.
    const { link } = await send(own)
    const granted = await site.call('grantDownload', { body: { ...link, files: 'all' }, headers })
    expect(granted.status).toBe(200)
    const { is_owners } = await app.ctx.db
      .selectFrom('grants')
      .select('is_owners')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    expect(is_owners).toBe(false)
  })

  test.each(['/dash', '/dash/transfers', '/-/health', '/-/openapi.json', '/pricing', '/nothing', '/mute/x'])(
    '%s',
    async (path) => {
      expect((await site.fetch(path)).status).toBe(421)
    },
  )

  test.each(['/', '/login'])('%s: it leads to PUBLIC_URL', async (path) => {
    const answered = await site.fetch(path)
    expect([answered.status, answered.headers.get('location')]).toEqual([302, `${app.origin}${path}`])
  })

  test('calls from the pages of other hosts', async () => {
    const { link } = await send(own)
    for (const origin of [app.origin, otherSite.origin, 'https://evil.example']) {
      const asked = await site.call('grantDownload', { body: { ...link, files: 'all' }, headers: { origin } })
      expect([origin, asked]).toMatchObject([origin, { status: 403, body: { code: 'cross-site' } }])
    }
    const asked = await app.call('grantDownload', { body: { ...link, files: 'all' }, headers: { origin: site.origin } })
    expect(asked).toMatchObject({ status: 403, body: { code: 'cross-site' } })
  })

  test('only names routes that exist', () => {
    const patterns = new Set(Object.values(routes).map(({ method, path }) => `${method} ${path}`))
    const pages = servedRoutes.filter((route) => !patterns.has(route))
    expect(pages).toEqual([
      'GET /w/:slug',
      ...['/d/:slug', '/downloads/:slug'].flatMap((path) =>
        ['', '/:user', '/:user/:zip'].map((end) => `GET ${path}${end}`),
      ),
      ...['/report/:slug', '/report/:slug/:user'].map((path) => `GET ${path}`),
      ...['/extension/:token', '/r/:slug', '/r/:slug/:user', '/assets/*', '/favicon.svg', '/robots.txt'].map(
        (path) => `GET ${path}`,
      ),
    ])
  })
})

describe('names that nobody holds', () => {
  test.each([
    'nobody.share.example.net',
    'share.example.net',
    'evil.example',
    'own-host',
    'own-host.share.example.net.',
  ])('%s is refused', async (name) => {
    expect((await siteAtHost(app, name).fetch('/favicon.svg')).status).toBe(421)
  })

  test('another port is another host', async () => {
    const headers = { host: `own-host.${BASE}:1` }
    expect((await site.fetch('/favicon.svg', { headers })).status).toBe(421)
  })
})

describe('a certificate is ordered', () => {
  const ask = async (domain: string, headers: Record<string, string> = {}) =>
    (await app.fetch(`/-/tls-ask?domain=${domain}`, { headers })).status

  test('for a proven host and our own, and for no other', async () => {
    expect(await ask(`own-host.${BASE}`)).toBe(200)
    expect(await ask(`OWN-HOST.${BASE}`)).toBe(200)
    expect(await ask('localhost')).toBe(200)
    for (const name of [`nobody.${BASE}`, BASE, 'evil.example', '', '*', "x'--", 'a'.repeat(300)]) {
      expect([name, await ask(encodeURIComponent(name))]).toEqual([name, 404])
    }
  })

  test('by a program on this machine alone', async () => {
    expect(await ask(`own-host.${BASE}`, { 'x-forwarded-for': '203.0.113.9' })).toBe(404)
  })

  test('whatever PUBLIC_URL is', async () => {
    const elsewhere = await makeTestApp({ env: { PUBLIC_URL: 'https://send.example.com', SUBDOMAIN_BASE: BASE } })
    const asked = await elsewhere.fetch('/-/tls-ask?domain=send.example.com')
    expect([asked.status, (await elsewhere.fetch('/-/ready')).status]).toEqual([200, 421])
    await elsewhere.close()
  })
})

describe('a host that was taken away', () => {
  afterAll(() => {
    vi.restoreAllMocks()
  })
  let aheadMs = 0
  const settle = () => {
    aheadMs += KEPT_MS
    vi.spyOn(app.ctx.clock, 'nowMs').mockImplementation(() => Date.now() + aheadMs)
  }

  test('leads its links to PUBLIC_URL, while the plan has no host and in quarantine', async () => {
    const { path, link } = await send(other)
    const leads = async () => {
      settle()
      const page = await otherSite.fetch(path)
      expect([page.status, page.headers.get('location')]).toEqual([302, `${app.origin}${path}`])
      expect((await otherSite.call('grantDownload', { body: { ...link, files: 'all' } })).status).toBe(421)
      expect((await otherSite.fetch('/dash')).status).toBe(421)
    }
    await changeAccount(app.ctx.db, other.accountId, { role: 'pro' })
    await leads()
    await changeAccount(app.ctx.db, other.accountId, { role: 'business' })
    await other.call('releaseDomain')
    await leads()
    await sql`update domains set held_until = now() where status = 'released'`.execute(app.ctx.db)
    settle()
    expect((await otherSite.fetch(path)).status).toBe(421)
  })
})
