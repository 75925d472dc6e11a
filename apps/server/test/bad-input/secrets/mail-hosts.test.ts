/** Links in mails lead to PUBLIC_URL, whatever a request says about the host it was sent to. */
import { request } from 'node:http'
import { type RouteName, routes } from '@waybill/contract/core/routes'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount, PASSWORD } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { Recipient } from '#test/people/recipient'
import { withTotp } from '#test/people/second-factors'
import { sessionCookie, signedUp } from '#test/people/signing-up'
import { makeTeam } from '#test/people/team'
import { answer, askFor, linkOf, planOf, suppliersOf } from '#test/requests/calls'
import { give, newestCode, requestedToken, requestOwnLink, sendRequestable } from '#test/transfers/access-requests'
import { addPeople, edit } from '#test/transfers/own-transfers'
import { workspaceKey } from '../../../src/billing/index.ts'
import { templates } from '../../../src/platform/mail-transport/templates/templates.ts'
import { sampled } from '../attack/sampled.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

const EVIL = {
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
  'x-forwarded-port': '444',
  'x-forwarded-server': 'evil.example',
  'x-forwarded-prefix': '/evil.example',
  forwarded: 'for=203.0.113.9;host=evil.example;proto=https',
  'x-host': 'evil.example',
  'x-original-host': 'evil.example',
  'x-original-url': 'https://evil.example/',
  'x-rewrite-url': 'https://evil.example/',
  'x-http-host-override': 'evil.example',
  referer: 'https://evil.example/',
}

let app: TestApp
/** The same server, with all of these headers in every request. */
let dressed: TestApp
beforeAll(async () => {
  app = await makeTestApp()
  dressed = Object.create(app, {
    fetch: {
      value: (path: string, init: RequestInit = {}) =>
        app.fetch(path, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...EVIL } }),
    },
  })
})
afterAll(() => app.close())

async function done(asked: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await asked
  expect([status < 300, body]).toEqual([true, body])
}

/** Sends, resends, to more people and to one who has to prove who they are; one of them downloads everything. */
async function causeMailsOfTransfer(person: AccountPerson): Promise<void> {
  const [address, later] = ['ida@rao-forge.example', 'lin@rao-forge.example']
  const { id, slug, links, upload } = await person.send({
    files: [{ path: 'a.txt', content: Buffer.from('a') }],
    emailTo: [address],
  })
  const reader = new Recipient(dressed, person, { id, upload, path: links[address] ?? '' })
  await done(edit(person, id, { alerts: 'every' }))
  const granted = await reader.grant()
  await reader.take(granted.links[0]?.url ?? '')
  await reader.untilFinished(1)
  await done(addPeople(person, id, [later]))
  await app.passTime(61_000)
  await done(person.call('sendTransferEmail', { body: { slug } }))
  await done(
    makePerson(dressed).call('reportTransfer', { params: { slug }, body: { user: reader.link.user, reason: 'other' } }),
  )
  await done(edit(person, id, { onlyProven: true }))
  await done(makePerson(dressed).call('unlockTransfer', { body: { ...reader.link, email: address } }))
  await app.passTime(3_600_000)
}

/** A transfer whose sender wants to hear about openings. */
async function causeMailOfOpening(person: AccountPerson): Promise<void> {
  const address = 'eve@rao-forge.example'
  const { id, links, upload } = await person.send({
    files: [{ path: 'b.txt', content: Buffer.from('b') }],
    emailTo: [address],
  })
  await done(edit(person, id, { alerts: 'opened' }))
  await new Recipient(dressed, person, { id, upload, path: links[address] ?? '' }).grant()
  await app.runJobs()
  await app.passTime(121_000)
}

/** Somebody requests more time and gets it; the holder of a forwarded link requests a personal one. */
async function causeMailsOfAsks(person: AccountPerson): Promise<void> {
  const late = await sendRequestable(dressed, { sender: person })
  await done(give(makePerson(dressed), await requestedToken(dressed, late)))
  const known = await sendRequestable(dressed, { sender: person })
  const reader = makePerson(dressed)
  await done(requestOwnLink(reader, known, { email: reader.address }))
  await done(requestOwnLink(reader, known, { code: await newestCode(app, reader.address) }))
}

/** A supplier is asked, reminded, answers, and is asked again; another finds no room. */
async function causeMailsOfRequests(person: AccountPerson): Promise<void> {
  const address = 'mill@rao-forge.example'
  const request = await askFor(person, { suppliers: [{ email: address }] })
  const item = request.items[0]?._id ?? ''
  const [who] = await suppliersOf(person, request._id)
  await app.passTime(86_400_000)
  await done(
    person.call('remindRequestSuppliers', { params: { request: request._id }, body: { suppliers: [who?._id] } }),
  )
  const link = await linkOf(person, request, address)
  const files = [{ path: 'a.pdf', content: Buffer.from('%PDF-1.7 a') }]
  await answer(makePerson(dressed), link, { item, files })
  // Its receipt waits for the checksums.
  await app.runJobs()
  await app.passTime(6_000)
  await app.runJobs()
  const params = { request: request._id, supplier: who?._id ?? '', item }
  await done(person.call('judgeItem', { params, body: { verdict: 'send-back', note: 'The stamp is missing.' } }))
  const full = { used_bytes: 10 ** 15 }
  await app.ctx.db.updateTable('allowances').set(full).where('key', '=', workspaceKey(person.accountId)).execute()
  expect((await planOf(makePerson(dressed), link, { item, files })).body.code).toBe('inbox-full')
  await app.ctx.db
    .updateTable('allowances')
    .set({ used_bytes: 0 })
    .where('key', '=', workspaceKey(person.accountId))
    .execute()
}

async function causeMailsOfDoors(): Promise<void> {
  const { person, answer } = await signedUp(dressed)
  const first = { cookie: sessionCookie(answer) ?? '' }
  await person.call('refreshSession')
  await person.call('refreshSession')
  expect((await makePerson(dressed).call('refreshSession', { headers: first })).status).toBe(401)
  // Strangers get one mail with a code or link in two seconds.
  await app.passTime(3_000)
  await done(makePerson(dressed).call('requestReset', { body: { email: person.address } }))
  const [mail] = await app.mails(person.address)
  const token = /\?t=([\w-]{43})$/m.exec(mail?.text ?? '')?.[1] ?? ''
  const password = 'a waybill travels without it'
  await done(makePerson(dressed).call('resetPassword', { body: { token, password } }))
}

async function causeMailsOfAccount(person: AccountPerson): Promise<void> {
  const logIn = () => makePerson(dressed).call('logIn', { body: { email: person.address, password: PASSWORD } })
  await done(logIn())
  await done(logIn())
  await done(person.call('writeMessage', { body: { text: 'Where is my file?' } }))
  const { recoveryCodes } = await withTotp(person)
  const [first = '', second = '', third = ''] = recoveryCodes
  const email = `moved-${person.address}`
  await person.prove(email)
  await done(person.call('changeEmail', { body: { email, password: PASSWORD, code: first } }))
  await done(
    person.call('changePassword', { body: { currentPassword: PASSWORD, code: second, password: `${PASSWORD} again` } }),
  )
  await done(person.call('deleteAccount', { body: { password: `${PASSWORD} again`, code: third } }))
}

/**
 * Two people join a team; the admin shares a transfer and a request with one, who is removed, and the other becomes its
 * admin, and requires a second factor.
 */
async function causeMailsOfTeam(): Promise<void> {
  const { admin, members } = await makeTeam(dressed, { members: ['member', 'member'] })
  const [leaving, next] = members as [AccountPerson, AccountPerson]
  const { id } = await admin.send({ files: [{ path: 'shared.txt', content: Buffer.from('shared') }] })
  const shareWith = [{ shareWithId: leaving.accountId }]
  await done(admin.call('editTransfer', { params: { transfer: id }, body: { shareWith } }))
  const { _id: asked } = await askFor(admin)
  await done(admin.call('editRequest', { params: { request: asked }, body: { shareWith } }))
  await app.runJobs()
  await done(admin.call('removeMember', { params: { member: leaving.accountId }, body: {} }))
  await done(admin.call('offerHandover', { body: { member: next.accountId, password: PASSWORD } }))
  await done(next.call('acceptHandover'))
  const { recoveryCodes } = await withTotp(next)
  const shown = { password: PASSWORD, code: recoveryCodes[0] }
  await done(next.call('requireSecondFactor', { body: { isRequired: true, ...shown } }))
  await app.runJobs()
}

/** These result from stored data and the passage of time: no call causes them. */
const UNASKED = [
  'file-withdrawn',
  'transfer-blocked',
  'infected-arrived',
  'download-stopped',
  'not-fetched',
  'files-waiting',
  'digest',
  'webhook-paused',
  // A schedule causes it, at an hour when the account may not send: send-scheduled.test.ts.
  'not-sent',
  // Parts that stop or come again cause these mails: arriving.test.ts reads them.
  'upload-broke-off',
  'arrival-changed',
  'anchor-made',
  // The operator answers by mail or by command.
  'conversation-answered',
  'conversation-files-refused',
  // A job writes it, once the request is quiet: comments.test.ts.
  'comments-written',
  'trial-ending',
  'plan-charged',
  'prepaid-bought',
  'payment-failed',
  'plan-ended',
  'prepaid-ending',
  'team-over-seats',
  'host-wrong',
  'mail-domain-failed',
  // A call causes it, once DNS has proven a domain: mail-domains.test.ts.
  'mail-domain-test',
]

test('mails of every kind, each caused by a call that names another host, only lead to ours', async () => {
  const person = await makeAccount(dressed, { role: 'pro' })
  await makePerson(dressed).prove()
  await causeMailsOfTransfer(person)
  await causeMailOfOpening(person)
  await causeMailsOfAsks(person)
  await causeMailsOfRequests(person)
  await causeMailsOfDoors()
  await causeMailsOfTeam()
  await causeMailsOfAccount(person)
  const mails = await app.mails()
  const rows = await app.ctx.db.selectFrom('mails').select('template').distinct().execute()
  const missing = Object.keys(templates).filter((name) => !rows.some(({ template }) => template === name))
  expect(missing.sort()).toEqual(UNASKED.toSorted())
  const urls = mails.flatMap(({ text, html }) => `${text} ${html}`.match(/https?:\/\/[^\s"'<>)]*/g) ?? [])
  expect(urls.filter((url) => !url.startsWith(`${app.origin}/`) && url !== app.origin)).toEqual([])
  expect(JSON.stringify(mails)).not.toContain('evil')
  process.stdout.write(`${mails.length} mails of ${rows.length} kinds, ${urls.length} links in them\n`)
  expect(urls.length).toBeGreaterThan(20)
})

/** A request exactly as written. */
function raw(method: string, path: string, headers: Record<string, string | string[]>): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request({ port: app.config.port, host: '127.0.0.1', method, path, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    asked.on('error', reject)
    asked.end(method === 'GET' ? undefined : '{"email":"owner@example.com"}')
  })
}

describe('a foreign host', () => {
  const hosts = [
    'evil.example',
    'localhost',
    'evil.example:PORT',
    'localhost:PORT.evil.example',
    'localhost:PORT@evil.example',
  ]
  const filled = (text: string) => text.replaceAll('PORT', String(app.config.port))
  // A program on this machine may ask for the metrics by any port: metrics.test.ts.
  const names = (Object.keys(routes) as RouteName[]).filter((name) => name !== 'readMetrics')
  const own = () => ({ origin: app.origin, 'content-type': 'application/json' })

  test.each([...names.entries()])('in a call, %i %s, is refused with 421', async (turn, name) => {
    const { method, path } = routes[name]
    const before = (await app.mails()).length
    for (const host of sampled(hosts, 2, turn)) {
      const url = path.replaceAll(/:\w+/g, 'aaaaaaa')
      const statuses = [await raw(method, url, { ...own(), host: filled(host) })]
      statuses.push(await raw(method, `http://evil.example${url}`, { ...own(), host: filled(host) }))
      expect([host, ...statuses.map((status) => status === 421 || status === 400)]).toEqual([host, true, true])
    }
    expect(await app.mails()).toHaveLength(before)
  })

  test('in the request line only, beside our Host, affects no link', async () => {
    const person = makePerson(app)
    const headers = { ...own(), host: filled('localhost:PORT'), 'x-forwarded-for': person.ip }
    const before = (await app.mails()).length
    const status = await raw('POST', 'http://evil.example/verifyEmail', headers)
    const mails = await app.mails()
    expect([status < 500, JSON.stringify(mails).includes('evil')]).toEqual([true, false])
    expect(mails.length - before).toBe(status < 300 ? 1 : 0)
  })
})
