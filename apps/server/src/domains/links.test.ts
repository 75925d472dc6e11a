/** The host of links and mails: the workspace's own while it is chosen, verified and in the plan; else PUBLIC_URL. */
import type { User } from '@waybill/contract/identity/profile-endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import type { AccountPerson } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { changeAccount } from '#test/people/put-account'
import { makeTeam } from '#test/people/team'
import { askFor, suppliersOf } from '#test/requests/calls'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const BASE = 'share.example.net'
const files = [{ path: 'plan.pdf', content: Buffer.from('a plan of the mill') }]

let app: TestApp
let admin: AccountPerson
let member: AccountPerson
/** Of the workspace's host. */
let origin: string
beforeAll(async () => {
  app = await makeTestApp({ env: { SUBDOMAIN_BASE: BASE, CALLS_AT_ONCE: '64' } })
  const team = await makeTeam(app, { role: 'business', members: ['member'] })
  admin = team.admin
  member = team.members[0] as AccountPerson
  origin = `http://acme.${BASE}:${app.config.port}`
})
afterAll(() => app?.close())

const userOf = async (person: AccountPerson): Promise<User> => (await person.call('readAccount')).body.user

let asked = 0
/** Where each kind of link begins; '' for a path, which the page that shows it completes. */
async function beginnings(person: AccountPerson): Promise<Record<string, string>> {
  asked += 1
  const [reader, supplier] = [`reader${asked}@rao-forge.example`, `mill${asked}@rao-forge.example`]
  const planned = await person.call('planTransfer', { body: draft(person, { sendAs: 'link' }) })
  await person.upload(planned.body.plan, files)
  const { upload, token } = planned.body.plan
  const completed = await person.call('completeTransfer', { body: { upload, token } })
  const saved = completed.body.data.ops[0]
  const listed = await (await person.fetch(`/getQs?slug=${saved.slug}`)).json()
  const { body: all } = await person.call('listTransfers')
  await person.send({ files, emailTo: [reader] })
  const request = await askFor(person, { suppliers: [{ email: supplier }] })
  const [{ link: own } = {}] = await suppliersOf(person, request._id)
  const mailed = async (address: string) => (await app.mails(address))[0]?.text ?? ''
  const begins = (text: string | null | undefined) => text?.match(/(\S*?)\/(?:w|d|r)\/\w{5,}/)?.[1] ?? 'none'
  return {
    saved: begins(saved.customURL),
    record: begins(listed.allDocs[0].link),
    list: begins(all.allDocs[0].link),
    request: begins(request.link),
    supplier: begins(own),
    mail: begins(await mailed(reader)),
    supplierMail: begins(await mailed(supplier)),
  }
}

const draft = (person: AccountPerson, more: object) => ({ ...person.draft({ files, emailTo: [] }), ...more })

const at = (everywhere: string) => ({
  saved: everywhere || 'none',
  record: everywhere,
  list: everywhere,
  request: everywhere,
  supplier: everywhere,
  mail: everywhere || app.origin,
  supplierMail: everywhere || app.origin,
})

test('links and mails of everybody in the workspace use a host that is named and works', async () => {
  expect(await userOf(admin)).toMatchObject({
    domain_status: 'none',
    typedDomain: null,
    customDomainOption: 'standard',
    linkOrigin: null,
  })
  expect(await beginnings(admin)).toEqual(at(''))
  await admin.call('claimDomain', { body: { typedDomain: 'acme' } })
  for (const person of [admin, member]) {
    expect(await userOf(person)).toMatchObject({
      domain_status: 'verified',
      typedDomain: `acme.${BASE}`,
      customDomainOption: 'custom',
      linkOrigin: origin,
    })
    expect(await beginnings(person)).toEqual(at(origin))
  }
})

test('nothing else uses it: a visitor’s transfer, and mails to its own people', async () => {
  const visitor = makePerson(app)
  await visitor.prove()
  await visitor.send({ files, emailTo: ['reader@quiet.example'] })
  expect((await app.mails('reader@quiet.example'))[0]?.text).not.toContain(BASE)
  const own = (await app.mails()).filter(({ to }) => to === admin.address || to === member.address)
  expect(own.length).toBeGreaterThan(0)
  expect(JSON.stringify(own)).not.toContain(BASE)
})

test('the admin chooses PUBLIC_URL, and the host again', async () => {
  const choose = (customDomainOption: string) =>
    admin.call('claimDomain', { body: { typedDomain: `acme.${BASE}`, customDomainOption } })
  expect((await choose('standard')).body.domain).toMatchObject({
    customDomainOption: 'standard',
    domain_status: 'verified',
  })
  expect(await beginnings(member)).toEqual(at(''))
  expect((await choose('custom')).body.domain.customDomainOption).toBe('custom')
  expect((await userOf(member)).linkOrigin).toBe(origin)
  expect((await choose('both')).status).toBe(400)
})

test('without the plan, with wrong records, turned off or released, links are at PUBLIC_URL', async () => {
  const { db } = app.ctx
  await changeAccount(db, admin.accountId, { role: 'pro' })
  expect(await beginnings(admin)).toEqual(at(''))
  await changeAccount(db, admin.accountId, { role: 'business' })
  expect((await userOf(admin)).linkOrigin).toBe(origin)
  const states = [
    sql`status = 'failing', wrong_since = now()`,
    sql`status = 'pending', held_until = now() + interval '30 days', wrong_since = null, off_at = now()`,
  ]
  for (const state of states) {
    await sql`update domains set ${state}`.execute(db)
    expect((await userOf(admin)).linkOrigin).toBe(null)
    expect((await askFor(admin)).link).toMatch(/^\/r\//)
  }
  await sql`update domains set status = 'verified', held_until = 'infinity', off_at = null`.execute(db)
  expect((await userOf(admin)).linkOrigin).toBe(origin)
  await admin.call('releaseDomain')
  expect(await userOf(admin)).toMatchObject({ domain_status: 'none', typedDomain: null, linkOrigin: null })
})
