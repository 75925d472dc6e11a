import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { FILES, sendFor } from '#test/transfers/receipts'
import { partOf } from './contents-part.ts'
import { KeptContents } from './kept-contents.ts'

let app: TestApp
let transferId: string
let path: string
beforeAll(async () => {
  app = await makeTestApp()
  const files = FILES.map((file, nth) => ({ ...file, path: nth < 2 ? `plans/${file.path}` : file.path }))
  const { sent, address } = await sendFor(app, files)
  transferId = sent.id
  path = sent.links[address] ?? ''
  await app.runJobs()
})
afterAll(() => app?.close())

test('builds contents once, and again after any of them has changed', async () => {
  const kept = new KeptContents(app.ctx)
  const first = await kept.get(transferId)
  expect(await kept.get(transferId)).toBe(first)
  expect(first).toMatchObject({ standing: 3, folders: new Map([['plans', { fileCount: 2, bytes: 210_000 }]]) })
  const [file] = first.files
  await app.ctx.db
    .updateTable('files')
    .set({ withdrawn_at: new Date() })
    .where('id', '=', file?.id ?? '')
    .execute()
  const changed = await kept.get(transferId)
  expect(changed).not.toBe(first)
  expect(changed.standing).toBe(2)
  expect(changed.zipBytes).toBeLessThan(first.zipBytes)
  await app.ctx.db
    .updateTable('files')
    .set({ withdrawn_at: null })
    .where('id', '=', file?.id ?? '')
    .execute()
})

test('says in a part where the next begins, and the totals of its folders', async () => {
  const contents = await new KeptContents(app.ctx).get(transferId)
  const first = await partOf(app.ctx, contents, 0, 1)
  expect(first).toMatchObject({ from: 0, next: 1, count: 3, standing: 3, unscanned: 3 })
  expect(first.folders).toEqual([{ path: 'plans', fileCount: 2, bytes: 210_000 }])
  expect(await partOf(app.ctx, contents, 2, 500)).toMatchObject({
    next: null,
    files: [{ path: 'empty.txt' }],
    folders: [],
  })
  expect(await partOf(app.ctx, contents, 9, 500)).toMatchObject({ next: null, files: [] })
})

test('returns the rest for the link alone, and not for a wrong one', async () => {
  const [, , slug, user] = path.split('/')
  const rest = await app.call('listReceivedFiles', { body: { slug, user, from: 1 } })
  expect(rest.body).toMatchObject({ from: 1, next: null, count: 3 })
  expect(rest.body.files).toHaveLength(2)
  expect((await app.call('listReceivedFiles', { body: { slug, from: 0 } })).status).toBe(404)
})
