import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount, PASSWORD } from '#test/people/account-person'
import { makePerson, type Person } from '#test/people/people'
import { Recipient } from '#test/people/recipient'
import { makeTeam, newAddress } from '#test/people/team'
import {
  accessRequestToken,
  give,
  newestCode,
  type RequestableTransfer,
  recordOf,
  requestedToken,
  requestOwnLink,
  sendRequestable,
} from '#test/transfers/access-requests'
import { tellUnfetched } from '../../tracking/alerts/tell-unfetched.ts'
import { tellWithdrawn } from '../files/tell-withdrawn.ts'
import { listTransferFiles } from '../files/transfer-file-store.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

const expired = { status: 410, body: { code: 'extension-expired' } }

/** Somebody with a forwarded link requests one of their own; returns the token that the mailbox was sent. */
async function requestAccess(of: RequestableTransfer, mailbox: string, reader: Person = makePerson(app)) {
  await requestOwnLink(reader, of, { email: reader.address })
  await requestOwnLink(reader, of, { code: await newestCode(app, reader.address) })
  return accessRequestToken(app, { sender: makePerson(app, mailbox) })
}

async function sentByRemoved() {
  const { admin, members } = await makeTeam(app)
  const [member] = members as [AccountPerson]
  const of = await sendRequestable(app, { sender: member })
  const remove = () => admin.call('removeMember', { params: { member: member.accountId }, body: {} })
  return { admin, member, of, remove }
}

test('mails about a removed member’s transfer go to the successor alone', async () => {
  const { admin, member, of, remove } = await sentByRemoved()
  await remove()
  const before = await app.mails(member.address)
  await sql`update transfers set expires_at = now() + interval '2 days' where id = ${of.id}`.execute(app.ctx.db)
  await tellUnfetched(app.ctx)
  const recipient = new Recipient(app, member, { id: of.id, upload: '', path: of.path })
  const { links } = await recipient.grant()
  for (const { url } of links) await recipient.take(url)
  expect(await requestAccess(of, admin.address)).not.toBe('')
  const [file] = await listTransferFiles(app.ctx.db, of.id)
  const withdrawn = { id: file?.id ?? '', path: '', bytes: 0, isBlocked: true }
  await app.ctx.db.transaction().execute((tx) => tellWithdrawn(app.ctx, tx, withdrawn))
  await app.runJobs()
  expect(await app.mails(member.address)).toEqual(before)
  const subjects = (await app.mails(admin.address)).map(({ subject }) => subject)
  for (const told of ['has not downloaded', 'downloaded 1 file', 'asked for their own link', 'File withdrawn'])
    expect(subjects.filter((subject) => subject.includes(told))).toHaveLength(1)
})

test('a link that a removed member was mailed grants nothing, and the successor may grant the request', async () => {
  const { admin, member, of, remove } = await sentByRemoved()
  const token = await requestAccess(of, member.address)
  const [granted, other] = [
    await sendRequestable(app, { sender: member }),
    await sendRequestable(app, { sender: admin }),
  ]
  const tokenOfGranted = await requestAccess(granted, member.address)
  expect((await give(makePerson(app), tokenOfGranted)).status).toBe(200)
  const tokenOfAdmin = await requestAccess(other, admin.address)
  await remove()
  for (const known of [token, tokenOfGranted]) expect(await give(makePerson(app), known)).toMatchObject(expired)
  const { accessRequests } = await recordOf(admin, of.slug)
  expect(accessRequests).toHaveLength(1)
  const params = { transfer: of.id, accessRequest: accessRequests[0]._id }
  expect((await admin.call('answerAccessRequest', { params, body: { answer: 'give' } })).status).toBe(200)
  expect((await give(makePerson(app), tokenOfAdmin)).status).toBe(200)
})

test('an account that changes its address gets such mails there, and earlier links end; also when that is undone', async () => {
  const owner = await makeAccount(app, { role: 'pro' })
  const first = await sendRequestable(app, { sender: owner })
  const token = await requestedToken(app, first)
  const of = await sendRequestable(app, { sender: owner })
  const email = newAddress('moved')
  await owner.prove(email)
  expect((await owner.call('changeEmail', { body: { email, password: PASSWORD } })).status).toBe(200)
  expect(await give(makePerson(app), token)).toMatchObject(expired)
  const tokenOfThief = await requestAccess(of, email)
  expect(tokenOfThief).not.toBe('')
  const texts = (await app.mails(owner.address)).map(({ text }) => /\/take-back\/([\w-]{43})$/m.exec(text)?.[1])
  const [back = ''] = texts.filter((one) => one !== undefined)
  expect((await app.call('takeBack', { params: { token: back }, body: {} })).status).toBe(200)
  await app.runJobs()
  expect(await give(makePerson(app), tokenOfThief)).toMatchObject(expired)
})
