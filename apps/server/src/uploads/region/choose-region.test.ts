import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { sendLink } from '#test/people/open-links'
import { makePerson } from '#test/people/people'
import { makeTeam } from '#test/people/team'
import { findLost, moveUnderLoad, sendMany } from '#test/storage/move-under-load'
import { twoStores } from '#test/storage/two-stores'
import { checkUploads } from '../index.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp({ env: twoStores })
})
afterAll(() => app?.close())

const read = async (person: AccountPerson) => (await person.call('readRegion')).body
const choose = (person: AccountPerson, region: string, movesFiles = false) =>
  person.call('chooseRegion', { body: { region, movesFiles } })

test('the admin chooses the region: new files go there, and the account says so', async () => {
  const admin = await makeAccount(app, { role: 'business' })
  expect(await read(admin)).toEqual({
    region: 'cn-hongkong',
    regions: ['cn-hongkong', 'eu-central-1'],
    elsewhere: { files: 0, bytes: 0 },
    move: null,
  })
  await sendLink(app, [{ path: 'before.txt', content: Buffer.from('before') }], admin)
  const { status, body } = await choose(admin, 'eu-central-1')
  expect([status, body.region, body.elsewhere, body.move]).toEqual([200, 'eu-central-1', { files: 1, bytes: 6 }, null])
  expect((await admin.call('readAccount')).body.user.region).toBe('eu-central-1')
  await sendLink(app, [{ path: 'after.txt', content: Buffer.from('after') }], admin)
  expect((await read(admin)).elsewhere).toEqual({ files: 1, bytes: 6 })
  const noted = app.ctx.db.selectFrom('security_events').select(['event', 'facts'])
  expect(await noted.where('account_id', '=', admin.accountId).execute()).toEqual([
    { event: 'region-chosen', facts: { region: 'eu-central-1', movesFiles: false, workspace: admin.accountId } },
  ])
})

test('refuses a region without a store, an unknown one, and everybody but the admin', async () => {
  const { admin, members } = await makeTeam(app)
  const [member] = members as [AccountPerson]
  const refused = await choose(admin, 'sa-east-1')
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid-input'])
  expect((await choose(admin, 'constructor')).status).toBe(400)
  expect((await choose(member, 'eu-central-1')).body.code).toBe('admin-only')
  expect((await member.call('readRegion')).body.code).toBe('admin-only')
})

test('moves what is stored three times a day: the bytes of each move stay for a day', async () => {
  const admin = await makeAccount(app, { role: 'business' })
  for (const region of ['eu-central-1', 'cn-hongkong', 'eu-central-1']) {
    expect((await choose(admin, region, true)).status).toBe(200)
  }
  expect((await choose(admin, 'cn-hongkong', true)).body.code).toBe('too-many-requests')
  expect((await read(admin)).region).toBe('eu-central-1')
  expect((await choose(admin, 'cn-hongkong')).status).toBe(200)
})

test('a visitor’s browser names the fastest region, and the plan says where the files go', async () => {
  const visitor = makePerson(app)
  await visitor.prove()
  const draft = visitor.draft({ files: [{ path: 'a.txt', content: Buffer.from('a') }] })
  const { body } = await visitor.call('planTransfer', { body: { ...draft, region: 'eu-central-1' } })
  expect(body.plan.region).toBe('eu-central-1')
  // Both regions are reached through this server: there is nothing to measure.
  expect((await visitor.call('listRoutes')).body).toEqual({ routes: [] })
})

test('moves many files while they are downloaded: no byte is lost, no link fails', {
  timeout: 240_000,
}, async () => {
  const admin = await makeAccount(app, { role: 'business' })
  const sent = await sendMany(app, admin, 3, 40)
  await app.runJobs()
  const { move, wrong } = await moveUnderLoad(app, admin, sent, 'eu-central-1', 90_000)
  expect(wrong).toEqual([])
  expect([move.movedFiles, move.files, move.keptFiles]).toEqual([120, 120, 0])
  expect((await read(admin)).elsewhere).toEqual({ files: 0, bytes: 0 })
  const blobs = app.ctx.db.selectFrom('blobs').innerJoin('uploads', 'uploads.id', 'blobs.upload_id')
  const left = blobs.select('blobs.id').where('workspace_id', '=', admin.accountId).where('blobs.store', '=', 'disk')
  expect(await left.execute()).toEqual([])
  expect(await findLost(app, sent)).toEqual([])
  expect(await checkUploads(app.ctx, { hash: true })).toEqual([])
})
