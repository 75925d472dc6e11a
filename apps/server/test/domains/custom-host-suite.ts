/** `npm run test:domains`: a custom host from its DNS records to its https, in Chromium and behind Caddy. */
import { createHash, X509Certificate } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type BrowserContext, chromium } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../app/free-port.ts'
import { makeTestApp, type TestApp } from '../app/test-app.ts'
import { until } from '../app/until.ts'
import { NameServers } from '../http/name-servers.ts'
import { Pebble } from '../http/pebble.ts'
import { siteAtHost } from '../http/site-at-host.ts'
import { type AccountPerson, makeAccount } from '../people/account-person.ts'
import { askFor } from '../requests/calls.ts'
import { CaddyOnDemand } from './caddy-on-demand.ts'

const OWN = 'send.example.com'
const TARGET = 'hosts.test'
const HOST = 'files.acme.test'
const content = Buffer.from('a plan of the mill')

let pebble: Pebble
let servers: NameServers
beforeAll(async () => {
  ;[pebble, servers] = [await Pebble.make(), await NameServers.open()]
  await pebble.start()
})
afterAll(async () => {
  await pebble?.close()
  await servers?.close()
})

/** Names the host, sets its records, and has them checked. */
async function prove(admin: AccountPerson, host: string): Promise<void> {
  const { body } = await admin.call('claimDomain', { body: { typedDomain: host } })
  const records = body.domain.records.map(({ type, name, value }: Record<'type' | 'name' | 'value', string>) =>
    type === 'TXT' ? `${name}. TXT "${value}"` : `${name}. CNAME ${value}.`,
  )
  await servers.set(['hosts A 127.0.0.1', ...records])
  const checked = await admin.call('checkDomain')
  expect(checked.body.domain.domain_status).toBe('verified')
}

/** A browser that finds every name on this machine, and trusts what the authority signs. */
async function openBrowser(dir: string): Promise<BrowserContext> {
  const key = new X509Certificate(await pebble.intermediate()).publicKey.export({ type: 'spki', format: 'der' })
  const trusted = createHash('sha256').update(key).digest('base64')
  return chromium.launchPersistentContext(dir, {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--host-resolver-rules=MAP * 127.0.0.1'],
      `--ignore-certificate-errors-spki-list=${trusted}`,
    ],
    locale: 'en-GB',
    // By its default name the server would count a driven browser as a bot.
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36',
  })
}

describe('over Waybill’s own https', () => {
  let app: TestApp
  let browser: BrowserContext
  let profile: string
  beforeAll(async () => {
    const port = await freePort()
    const urls = { PORT: `${port}`, PUBLIC_URL: `https://${OWN}:${port}`, HTTP_PORT: `${pebble.httpPort}` }
    const dns = { DNS_SERVERS: servers.address, CUSTOM_HOST_TARGET: TARGET }
    app = await makeTestApp({ env: { ...urls, ...dns, HOST: '127.0.0.1', ...pebble.env } })
    await until(() => app.ctx.certificates?.current !== null)
    profile = await mkdtemp(join(tmpdir(), 'waybill-profile-'))
    browser = await openBrowser(profile)
  })
  afterAll(async () => {
    await browser?.close()
    await app?.close()
    await rm(profile, { recursive: true, force: true })
  })

  test('a recipient downloads, and a supplier answers, at a host that gets its certificate as they come', async () => {
    const { origin, fetch } = siteAtHost(app, OWN, await pebble.root())
    const site: TestApp = Object.create(app, { origin: { value: origin }, fetch: { value: fetch } })
    const admin = await makeAccount(site, { role: 'business', subscription: 'active' })
    await prove(admin, HOST)
    await admin.send({ files: [{ path: 'plan.pdf', content }], emailTo: ['reader@example.com'] })
    await askFor(admin, { suppliers: [{ email: 'mill@example.com' }], items: [{ name: 'Plan' }] })
    const linkTo = async (address: string) => {
      const [mail] = await app.mails(address)
      return new RegExp(`https://${HOST}:\\d+/[dr]/\\S+`).exec(mail?.text ?? '')?.[0] ?? 'no link'
    }

    const signed = pebble.signed
    const page = await browser.newPage()
    const faults: string[] = []
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    const answer = await page.goto(await linkTo('reader@example.com'))
    expect(answer?.status()).toBe(200)
    expect((await answer?.securityDetails())?.issuer).toMatch(/Pebble/)
    expect(pebble.signed).toBe(signed + 1)
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('button.take-all').click()])
    expect(await text(await download.createReadStream())).toBe(content.toString())
    expect(await browser.cookies(`https://${HOST}`)).toContainEqual(
      expect.objectContaining({ name: '__Host-waybill_device', domain: HOST, secure: true, httpOnly: true }),
    )

    await page.goto(await linkTo('mill@example.com'))
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'answer.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 answer') })
    await page.getByRole('button', { name: /^Send/ }).click()
    await page.waitForURL(/received=/)
    const { body: inbox } = await admin.call('listInbox')
    expect(inbox.submissions).toHaveLength(1)
    expect(pebble.signed).toBe(signed + 1)
    expect(faults).toEqual([])

    await page.goto(`https://${HOST}:${app.config.port}/login`)
    expect(page.url()).toBe(`${origin}/login`)
    await expect(page.goto(`https://nobody.test:${app.config.port}/`)).rejects.toThrow(/ERR_/)
    // The browser trusts the authority for every name; this also compares the name.
    expect((await siteAtHost(app, HOST, await pebble.root()).fetch('/favicon.svg')).status).toBe(200)
  })
})

describe('behind Caddy as docs/operating.md sets it up', () => {
  let app: TestApp
  let caddy: CaddyOnDemand
  beforeAll(async () => {
    const dns = { DNS_SERVERS: servers.address, CUSTOM_HOST_TARGET: TARGET, SUBDOMAIN_BASE: 'share.example.net' }
    app = await makeTestApp({ env: { PUBLIC_URL: `https://${OWN}`, ...dns } })
    caddy = await CaddyOnDemand.start(app.config.port, pebble)
  })
  afterAll(async () => {
    await caddy?.close()
    await app?.close()
  })

  const askFavicon = async (host: string) => {
    const ca = await pebble.root()
    const way = { host: '127.0.0.1', port: caddy.port, servername: host, ca, agent: false, path: '/favicon.svg' }
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    get({ ...way, headers: { host } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    }).on('error', reject)
    return promise
  }

  test('proven hosts and PUBLIC_URL get a certificate, and no other name', async () => {
    const behind = siteAtHost(app, 'localhost')
    const fetch = (path: string, init: RequestInit = {}) =>
      behind.fetch(path, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(init.headers)), host: OWN, origin: `https://${OWN}` },
      })
    const site: TestApp = Object.create(app, { origin: { value: `https://${OWN}` }, fetch: { value: fetch } })
    const admin = await makeAccount(site, { role: 'business', subscription: 'active' })
    await prove(admin, 'docs.acme.test')
    expect(await askFavicon(OWN)).toBe(200)
    expect(await askFavicon('docs.acme.test')).toBe(200)
    const signed = pebble.signed
    await expect(askFavicon('nobody.acme.test')).rejects.toThrow()
    await expect(askFavicon('nobody.share.example.net')).rejects.toThrow()
    expect(pebble.signed).toBe(signed)
  })
})
