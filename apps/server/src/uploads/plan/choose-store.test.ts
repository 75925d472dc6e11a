import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { makeSendingAccount } from '#test/people/sending-account'
import { twoStores } from '#test/storage/two-stores'
import { plan, testFile } from '#test/storage/upload-parts'
import { setRegion } from '../../workspaces/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp({ env: twoStores })
})
afterAll(() => app?.close())

const berlin = { latitude: 52.5, longitude: 13.4 }
const tokyo = { latitude: 35.7, longitude: 139.7 }

async function storeOf(more: Parameters<typeof plan>[2]): Promise<string> {
  const { upload } = await plan(app.ctx, [testFile('a.bin', 300_000)], more)
  const blobs = app.ctx.db.selectFrom('blobs').innerJoin('uploads', 'uploads.id', 'blobs.upload_id')
  const row = await blobs
    .select(['blobs.store', 'uploads.store as planned'])
    .where('uploads.id', '=', upload)
    .executeTakeFirstOrThrow()
  expect(row.planned).toBe(row.store)
  return row.store
}

test.each([
  ['from Berlin', { point: berlin, region: null }, 'disk-frankfurt'],
  ['from Tokyo', { point: tokyo, region: null }, 'disk'],
  ['from an unknown place', { point: null, region: null }, 'disk'],
  ['from Berlin, whose browser found Hong Kong faster', { point: berlin, region: 'cn-hongkong' }, 'disk'],
  ['from Berlin, with a region without a store', { point: berlin, region: 'us-west-1' }, 'disk-frankfurt'],
  ['from Berlin, with a region that is none', { point: berlin, region: 'constructor' }, 'disk-frankfurt'],
])('a visitor %s', async (_where, sentFrom, store) => {
  expect(await storeOf({ sentFrom })).toBe(store)
})

test("an account's files go to the region of its workspace, wherever the person is", async () => {
  const { address, actor } = await makeSendingAccount(app.ctx)
  const { id: accountId, workspaceId } = actor.account
  const own = { ownerAddress: address, accountId, sentFrom: { point: berlin, region: 'eu-central-1' } }
  expect(await storeOf(own)).toBe('disk')
  await setRegion(app.ctx.db, workspaceId, 'eu-central-1')
  expect(await storeOf(own)).toBe('disk-frankfurt')
  // Its store is no longer configured.
  await setRegion(app.ctx.db, workspaceId, 'sa-east-1')
  expect(await storeOf(own)).toBe('disk')
})

test('a visitor’s call is located by its address', async () => {
  // An address of Deutsche Telekom.
  expect(app.ctx.geo.pointOf('91.0.0.1')).toMatchObject({ latitude: expect.closeTo(51, -1) })
  expect(app.ctx.geo.pointOf('127.0.0.1')).toBeNull()
})
