import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import type { AccountPerson } from '#test/people/account-person'
import { makePerson, type Person } from '#test/people/people'
import { kindsOf, type RequestableTransfer, sendRequestable } from '#test/transfers/access-requests'
import { codeOf, edit } from '#test/transfers/own-transfers'
import { suspendAccount } from '../../identity/accounts/index.ts'
import { blockTransfer } from '../index.ts'

let app: TestApp
let of: RequestableTransfer
beforeAll(async () => {
  app = await makeTestApp()
  of = await sendRequestable(app)
})
afterAll(() => app.close())

const DAY_MS = 86_400_000
const LOOK_AGAIN_MS = 6.1 * 3_600_000
const lose = (person: Person, slug: string, email: string) =>
  person.call('requestResend', { params: { slug }, body: { email } })
const mailsTo = async (address: string) => (await app.mails(address)).length

test('offers to resend the mail of a bare link, with the same answer for an unknown transfer', async () => {
  const plain = async (path: string) => {
    const response = await makePerson(app).fetch(path, { headers: { accept: 'text/html' } })
    return `${response.status} ${(await response.text()).replaceAll(/nonce="[^"]*"/g, '')}`
  }
  const page = await plain(`/d/${of.slug}`)
  expect(page).toContain('Lost the email?')
  expect(page).toMatch(/^404 /)
  expect(await plain('/d/0000000')).toBe(page)
  expect(await plain(`/w/${of.slug}`)).not.toContain('Lost the email?')
})

test('resends it once a day to its recipient, and to nobody else', async () => {
  const had = await mailsTo(of.address)
  const [right, wrong, nowhere] = await Promise.all([
    lose(makePerson(app), of.slug, of.address.toUpperCase()),
    lose(makePerson(app), of.slug, 'stranger@example.com'),
    lose(makePerson(app), '0000000', of.address),
  ])
  const told = [right, wrong, nowhere].map(({ status, body }) => [status, body])
  expect(told).toEqual([
    [202, ''],
    [202, ''],
    [202, ''],
  ])
  expect([await mailsTo(of.address), await mailsTo('stranger@example.com')]).toEqual([had + 1, 0])
  expect((await app.mails(of.address))[0]?.text).toContain(of.path)
  await Promise.all(Array.from({ length: 4 }, () => lose(makePerson(app), of.slug, of.address)))
  expect(await mailsTo(of.address)).toBe(had + 1)
  expect((await kindsOf(app, of)).filter((kind) => kind === 'resent')).toHaveLength(1)
  await app.passTime(1.1 * DAY_MS)
  await lose(makePerson(app), of.slug, of.address)
  expect(await mailsTo(of.address)).toBe(had + 2)
})

type Closing = (of: RequestableTransfer, isClosed: boolean) => Promise<unknown>
const pause: Closing = ({ sender, id }, isPaused) => edit(sender as AccountPerson, id, { isPaused })
const block: Closing = ({ slug }, isBlocked) => blockTransfer(app.ctx, slug, isBlocked)
const suspend: Closing = ({ sender }, isSuspended) => suspendAccount(app.ctx.db, sender.address, isSuspended)

test.each([
  ['its sender has paused', pause],
  ['the operator has blocked', block],
  ['belongs to a suspended account', suspend],
])('does not resend a link that %s until it is open again', async (_why, close) => {
  const closed = await sendRequestable(app)
  await close(closed, true)
  const had = await mailsTo(closed.address)
  expect((await lose(makePerson(app), closed.slug, closed.address)).status).toBe(202)
  expect(await mailsTo(closed.address)).toBe(had)
  // At the next check it is still closed.
  await app.passTime(LOOK_AGAIN_MS)
  expect(await mailsTo(closed.address)).toBe(had)
  await close(closed, false)
  await app.passTime(LOOK_AGAIN_MS)
  expect(await mailsTo(closed.address)).toBe(had + 1)
  await app.passTime(LOOK_AGAIN_MS)
  expect(await mailsTo(closed.address)).toBe(had + 1)
})

test('allows an address ten such tries a day from one network, without affecting other networks; a network twenty an hour', async () => {
  const address = 'often@example.com'
  const stranger = makePerson(app)
  const tries = []
  for (let nth = 0; nth < 11; nth++) tries.push(codeOf(await lose(stranger, '0000000', address)))
  expect(tries).toEqual([...Array.from({ length: 10 }, () => 'done'), 'too-many-requests'])
  expect(codeOf(await lose(makePerson(app), '0000000', address))).toBe('done')
  const one = makePerson(app)
  const codes = []
  for (let nth = 0; nth < 21; nth++) codes.push(codeOf(await lose(one, '0000000', `n${nth}@example.com`)))
  expect(codes.at(-1)).toBe('too-many-requests')
  expect(codeOf(await lose(makePerson(app), of.slug, 'no address'))).toBe('invalid-recipient')
})

test('redirects a form back to its page', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const send = (path: string, body: string) => makePerson(app).fetch(path, { method: 'POST', body, headers })
  const told = await send(`/d/${of.slug}`, 'email=a%40example.com&lang=zh')
  expect([told.status, told.headers.get('location')]).toEqual([303, `/d/${of.slug}?step=mailed&lang=zh`])
  expect(await (await makePerson(app).fetch(`/d/${of.slug}?step=mailed&lang=zh`)).text()).toContain('每天一次')
  const wrong = await send(`/downloads/${of.slug}`, 'email=nothing&lang=en')
  expect(wrong.headers.get('location')).toBe(`/downloads/${of.slug}?problem=invalid-recipient&lang=en`)
})
