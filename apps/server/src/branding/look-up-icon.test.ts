import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { DnsStub } from '#test/http/dns-stub'
import { HttpsReceiver } from '#test/http/https-receiver'
import { makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { halves, noise, pixelFlood, svg } from '#test/storage/picture-files'
import { openOutbound } from '../platform/outbound/index.ts'
import { findCompanyIcon } from './company-icon-store.ts'
import { brandingTasks, wishForIcon } from './index.ts'
import { lookUpIcon } from './look-up-icon.ts'

const DOMAIN = 'lovelace.example'

let app: TestApp
let site: HttpsReceiver
let names: DnsStub
let png: Buffer
beforeAll(async () => {
  app = await makeTestApp()
  site = await HttpsReceiver.open([DOMAIN])
  await site.trust()
  names = await DnsStub.open()
  png = await halves(180, 180).png().toBuffer()
})
afterAll(async () => {
  await names?.close()
  await site?.close()
  await app?.close()
})
beforeEach(async () => {
  site.connections = 0
  await app.ctx.db.deleteFrom('company_icons').execute()
})

/** A context whose calls go out as they would with LOGO_LOOKUP=site; `inside`: the site may be on this machine. */
const ctx = (logoLookup: 'off' | 'site' = 'site', inside: readonly string[] = []) => ({
  ...app.ctx,
  config: { ...app.ctx.config, logoLookup },
  outbound: openOutbound({
    allowed: new Set([`${DOMAIN}:443`]),
    fetchAllowed: new Set(inside),
    resolve: names.resolve,
    port: site.port,
    onBroken: (error) => {
      throw error
    },
  }),
})

/** Looks up at a site that gives this answer; returns what it was asked. */
async function lookUp(status: number, body: Buffer): Promise<string[]> {
  const asked: string[] = []
  names.answers = [['127.0.0.1']]
  site.answer = ({ method, url }, response) => {
    asked.push(`${method} ${url}`)
    response.writeHead(status, { location: `https://${DOMAIN}/other.png` }).end(body)
  }
  await lookUpIcon(ctx('site', [`${DOMAIN}:443`]), { domain: DOMAIN })
  return asked
}

const found = () => findCompanyIcon(app.ctx.db, DOMAIN)
/** The keys of the look-ups that logins with these addresses add, read before any worker sees the jobs. */
const wishFor = (addresses: string[], logoLookup: 'off' | 'site' = 'site') =>
  app.ctx.db.transaction().execute(async (tx) => {
    for (const address of addresses) await wishForIcon(ctx(logoLookup), tx, address)
    const { rows } = await sql<{ key: string }>`select key from graphile_worker.jobs
      where task_identifier = 'look-up-icon'`.execute(tx)
    return rows.map(({ key }) => key)
  })

test('shows the icon of a company’s own site to its accounts, drawn again', async () => {
  expect(await lookUp(200, png)).toEqual(['GET /apple-touch-icon.png'])
  const person = await makeAccount(app, { email: `ada@${DOMAIN}` })
  const { logoPic, brandName } = (await person.call('readAccount')).body.user
  expect(brandName).toBe('')
  const answer = await makePerson(app).fetch(logoPic)
  expect(answer.headers.get('content-type')).toBe('image/webp')
  const picture = Buffer.from(await answer.arrayBuffer())
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 128, height: 128 })
  expect((await makePerson(app).fetch(logoPic.replace(/page$/, 'mail'))).status).toBe(404)
})

test('remembers that a site shows none: an error, a redirect, a page, an SVG, a bomb, too much', async () => {
  for (const [status, body] of [
    [404, png],
    [301, png],
    [200, Buffer.from('<!doctype html>')],
    [200, svg],
    [200, Buffer.alloc(0)],
    [200, await pixelFlood(9_000)],
    [200, await noise(400)],
  ] as const) {
    expect(await lookUp(status, body)).toHaveLength(1)
    expect(await found()).toEqual({ id: null })
  }
})

test('calls no address inside, not even one that webhooks may call', async () => {
  for (const inside of ['127.0.0.1', '10.0.0.7', '169.254.169.254']) {
    names.answers = [[inside]]
    await lookUpIcon(ctx(), { domain: DOMAIN })
    expect(await found()).toEqual({ id: null })
  }
  expect(site.connections).toBe(0)
})

test('is asked for once in 30 days, at a login, only where the operator allows it and for a domain of one’s own', async () => {
  expect(await wishFor([`ada@${DOMAIN}`], 'off')).toEqual([])
  expect(await wishFor(['ada@gmail.com'])).toEqual([])
  await lookUp(200, png)
  expect(await wishFor([`ada@${DOMAIN}`])).toEqual([])
  await app.ctx.db
    .updateTable('company_icons')
    .set({ fetched_at: new Date(Date.now() - 31 * 86_400_000) })
    .execute()
  expect(await wishFor([`ada@${DOMAIN}`, `bob@${DOMAIN}`])).toEqual([`look-up-icon/${DOMAIN}`])
})

test('forgets what is old, and everything once it is switched off', async () => {
  await lookUp(200, png)
  await app.ctx.db
    .insertInto('company_icons')
    .values({ domain: 'old.example', fetched_at: new Date(Date.now() - 31 * 86_400_000) })
    .execute()
  const count = async () => (await app.ctx.db.selectFrom('company_icons').select('domain').execute()).length
  const forget = (logoLookup: 'off' | 'site') => brandingTasks(ctx(logoLookup))['forget-icons']?.({})
  await forget('site')
  expect(await count()).toBe(1)
  await forget('off')
  expect(await count()).toBe(0)
})
