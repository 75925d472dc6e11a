/** Storage credentials for each kind of upload that the specification names. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { makeTeam } from '#test/people/team'
import { ASHA, askFor, linkOf, open } from '#test/requests/calls'
import { sendS3 } from '#test/storage/signed-s3'
import { planForStorage } from '#test/storage/storage-upload'
import { inputOf, type TestFile, testFile } from '#test/storage/upload-parts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.close())

const filesOf = (file: TestFile) => inputOf([file]).files
const byToken = (token: string, body: Record<string, unknown>) =>
  app.call('issueStorageCredentials', { body, headers: { 'x-no-origin': '1', authorization: `Bearer ${token}` } })

test('a member of a team names its admin, and gets credentials for the own upload alone', async () => {
  const { admin, members } = await makeTeam(app, { members: ['member', 'member'] })
  const [member, other] = members as [typeof admin, typeof admin]
  const { plan } = await planForStorage(member, [testFile('one.bin', 100)])
  const ask = (person: typeof admin, more: Record<string, unknown>) =>
    person.call('issueStorageCredentials', { body: { id: plan.upload, ...more } })
  expect((await ask(member, { type: 'teamMember', adminId: admin.accountId })).status).toBe(200)
  expect((await ask(member, { type: 'teamUpload' })).status).toBe(200)
  expect((await ask(member, { type: 'teamMember', adminId: member.accountId })).body.code).toBe('not-yours')
  expect((await ask(other, { type: 'teamMember', adminId: admin.accountId })).body.code).toBe('not-yours')
  expect((await ask(admin, { type: 'userUpload' })).body.code).toBe('not-yours')
})

test('a visitor brings a file with the credentials of the upload’s token', async () => {
  const visitor = makePerson(app)
  await visitor.prove()
  const file = testFile('visitor.txt', 500)
  const body = {
    senderEmail: visitor.address,
    emailTo: [{ email: ASHA }],
    expirySeconds: 604_800,
    files: filesOf(file),
    transport: 'sts',
  }
  const { plan } = (await visitor.call('planTransfer', { body })).body
  expect((await byToken(plan.token, { id: plan.upload, type: 'userUpload' })).body.code).toBe('not-yours')
  const { body: credentials } = await byToken(plan.token, { id: plan.upload, type: 'anonUpload' })
  const path = `/s3/${credentials.Bucket}/${credentials.Keys[plan.files[0].id]}`
  expect(await sendS3(app.origin, credentials, { path, body: file.content })).toMatchObject({ status: 200 })
  const saved = await visitor.call('completeTransfer', { body: { upload: plan.upload, token: plan.token } })
  expect(saved.status).toBe(200)
})

test('a supplier brings a file for a request', async () => {
  const requester = await makeAccount(app, { role: 'business', subscription: 'active' })
  const request = await askFor(requester, { suppliers: [{ email: ASHA }] })
  const supplier = makePerson(app)
  const link = await linkOf(requester, request, ASHA)
  const { items } = await open(supplier, link)
  const file = testFile('supplied.txt', 300)
  const files = filesOf(file).map((one) => ({ ...one, item: items[0]?._id }))
  const planned = await supplier.call('planSubmission', { body: { ...link, files, transport: 'sts' } })
  expect(planned.status, JSON.stringify(planned.body)).toBe(200)
  const { plan } = planned.body
  const ofOwner = await requester.call('issueStorageCredentials', { body: { id: plan.upload, type: 'userUpload' } })
  expect(ofOwner.body.code).toBe('not-yours')
  const { body: credentials } = await byToken(plan.token, { id: plan.upload, type: 'request' })
  const path = `/s3/${credentials.Bucket}/${credentials.Keys[plan.files[0].id]}`
  expect(await sendS3(app.origin, credentials, { path, body: file.content })).toMatchObject({ status: 200 })
  const made = await supplier.call('completeSubmission', { body: { upload: plan.upload, token: plan.token } })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
})
