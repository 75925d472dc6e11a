import { plans } from '@waybill/contract/billing/plans'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson, type Person } from '#test/people/people'
import {
  accessRequestMailsTo,
  accessRequestToken,
  expire,
  give,
  kindsOf,
  newestCode,
  type RequestableTransfer,
  recordOf,
  requestOwnLink,
  sendRequestable,
} from '#test/transfers/access-requests'
import { addPeople, codeOf, edit, sendPlan } from '#test/transfers/own-transfers'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.close())

/** Proves their address and sends the request; returns the last reply. */
async function requestWithCode(of: RequestableTransfer, reader: Person, email = reader.address) {
  expect((await requestOwnLink(reader, of, { email })).body).toEqual({ next: 'code' })
  return requestOwnLink(reader, of, { code: await newestCode(app, email) })
}
const linkOf = async (address: string, slug: string) =>
  new RegExp(`/d/${slug}/[\\w-]{22}`).exec((await app.mails(address))[0]?.text ?? '')?.[0] ?? ''

test('gives the holder of a forwarded link a personal link after they prove an address, with one press of the sender', async () => {
  const of = await sendRequestable(app)
  const reader = makePerson(app)
  expect((await requestOwnLink(reader, of)).body).toEqual({ next: 'email' })
  expect((await requestWithCode(of, reader)).body).toEqual({ next: 'requested' })
  const [mail] = await accessRequestMailsTo(app, of.sender.address)
  expect(mail?.subject).toBe(`${reader.address} asked for their own link · No. ${of.slug}`)
  expect(mail?.text).toContain(`They are using the link of ${of.address}`)
  const owner = of.sender as AccountPerson
  expect((await recordOf(owner, of.slug)).accessRequests).toMatchObject([{ kind: 'access', email: reader.address }])
  const token = await accessRequestToken(app, of)
  const answers = await Promise.all(Array.from({ length: 16 }, () => give(makePerson(app), token)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.receiverEmail}`))).toEqual(
    new Set([`200 ${reader.address}`]),
  )
  expect(await recordOf(owner, of.slug)).toMatchObject({
    accessRequests: [],
    recipients: [{ email: of.address }, { email: reader.address }],
  })
  const own = await linkOf(reader.address, of.slug)
  expect([own === of.path, (await reader.fetch(own)).status]).toEqual([false, 200])
  expect((await kindsOf(app, of)).filter((kind) => kind === 'access_requested' || kind === 'edited')).toEqual([
    'access_requested',
    'edited',
  ])
})

test('accepts a request on a restricted link and reveals nothing about the transfer', async () => {
  const of = await sendRequestable(app)
  await edit(of.sender as AccountPerson, of.id, { onlyProven: true })
  const reader = makePerson(app)
  const closed = await (await reader.fetch(of.path)).text()
  expect(closed).toContain('step=access')
  const page = await (await reader.fetch(`${of.path}?step=access`)).text()
  expect(page).toContain('Ask for your own link')
  for (const secret of [of.sender.address, 'Li Wei', 'plan.pdf', of.address]) expect(page).not.toContain(secret)
  expect((await requestWithCode(of, reader)).body).toEqual({ next: 'requested' })
  // A proven address alone opens nothing.
  expect((await reader.fetch(of.path)).status).toBe(403)
})

test('mails a recipient their existing link, without a question to the sender', async () => {
  const owner = await makeAccount(app, { role: 'pro' })
  const [asha, ida] = ['asha-access@rao-forge.example', 'ida-access@rao-forge.example']
  const { id, slug, links } = await sendPlan(owner, [asha, ida])
  const [, , , user = ''] = (links[asha] ?? '').split('/')
  const of = { id, slug, address: asha, path: links[asha] ?? '', link: { slug, user }, sender: owner }
  const had = (await app.mails(ida)).length
  expect((await requestWithCode(of, makePerson(app), ida)).body).toEqual({ next: 'requested' })
  expect(await app.mails(ida)).toHaveLength(had + 2)
  expect(await linkOf(ida, slug)).toBe(links[ida])
  expect(await accessRequestMailsTo(app, owner.address)).toEqual([])
})

test('applies the sender’s plan, and for a visitor’s transfer a visitor’s limit of recipients', async () => {
  const owner = await makeAccount(app)
  const full = Array.from({ length: plans.free.recipientLimit }, (_, nth) => `full-${nth}@rao-forge.example`)
  const { id, slug, links } = await sendPlan(owner, full)
  const path = links[full[0] ?? ''] ?? ''
  const of = { id, slug, address: full[0] ?? '', path, link: { slug, user: path.split('/')[3] ?? '' }, sender: owner }
  await requestWithCode(of, makePerson(app))
  expect(codeOf(await give(makePerson(app), await accessRequestToken(app, of)))).toBe('too-many-recipients')
  const sender = makePerson(app)
  await sender.prove()
  const visitors = await sendRequestable(app, { sender })
  const reader = makePerson(app)
  await requestWithCode(visitors, reader)
  expect((await give(makePerson(app), await accessRequestToken(app, visitors))).status).toBe(200)
  expect((await reader.fetch(await linkOf(reader.address, visitors.slug))).status).toBe(200)
})

test('extends a link that expired meanwhile for an added person', async () => {
  const of = await sendRequestable(app)
  const reader = makePerson(app)
  await requestWithCode(of, reader)
  await expire(app, of)
  expect(codeOf(await requestOwnLink(makePerson(app), of))).toBe('transfer-expired')
  expect((await give(makePerson(app), await accessRequestToken(app, of))).status).toBe(200)
  expect((await reader.fetch(of.path)).status).toBe(200)
})

test('records a person once who was added meanwhile', async () => {
  const of = await sendRequestable(app)
  const reader = makePerson(app)
  await requestWithCode(of, reader)
  const token = await accessRequestToken(app, of)
  expect((await addPeople(of.sender as AccountPerson, of.id, [reader.address])).status).toBe(200)
  expect((await give(makePerson(app), token)).status).toBe(200)
  expect((await kindsOf(app, of)).filter((kind) => kind === 'edited')).toHaveLength(1)
})

test('does not use up requests for time, and never keeps anybody from their own mail', async () => {
  const of = await sendRequestable(app)
  const spend = async (name: string) => {
    for (let nth = 0; nth < 100; nth++) await app.ctx.limits.spend({ name, points: 100, seconds: 86_400 }, of.id)
  }
  await spend('extension-requests-of-transfer')
  const first = await makeAccount(app)
  const again = () => requestOwnLink(first, of, { email: first.address })
  expect((await again()).body).toEqual({ next: 'requested' })
  await spend('access-requests-of-transfer').catch(() => {})
  expect(codeOf(await requestWithCode(of, makePerson(app)))).toBe('too-many-requests')
  expect((await again()).body).toEqual({ next: 'requested' })
  const had = (await app.mails(of.address)).length
  expect((await requestWithCode(of, makePerson(app), of.address)).body).toEqual({ next: 'requested' })
  // The code, and the mail with their link.
  expect(await app.mails(of.address)).toHaveLength(had + 2)
  expect(await accessRequestMailsTo(app, of.sender.address)).toHaveLength(1)
})

test('accepts requests on a recipient’s own link only', async () => {
  const bare = await sendRequestable(app, { sendAs: 'link' })
  const reader = makePerson(app)
  expect(codeOf(await requestOwnLink(reader, bare, { email: reader.address }))).toBe('transfer-not-found')
  const of = await sendRequestable(app)
  expect(codeOf(await requestOwnLink(reader, { link: { slug: of.slug } }))).toBe('transfer-not-found')
  await edit(of.sender as AccountPerson, of.id, { isPaused: true })
  expect(codeOf(await requestOwnLink(reader, of))).toBe('transfer-paused')
})
