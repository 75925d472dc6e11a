/** Several transfers as one archive: its folders, what is left out, who may have it, and that nobody's download counts. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makeTeam } from '#test/people/team'
import { hashesInZip } from '#test/storage/extract-zip'
import { edit } from '#test/transfers/own-transfers'
import { newId } from '../platform/ids.ts'
import { blockTransfer } from '../transfers/index.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.close())

const file = (path: string) => ({ path, content: Buffer.from(`what ${path} says`) })
const sumOf = (path: string) => createHash('sha256').update(file(path).content).digest('hex')

async function send(person: AccountPerson, paths: readonly string[], title?: string) {
  const sent = await person.send({ files: paths.map(file), emailTo: [`${newId()}@rao-forge.example`] })
  if (title !== undefined) expect((await edit(person, sent.id, { title })).status).toBe(200)
  return sent
}
const fetchTransfers = (person: AccountPerson, transfers: readonly string[]) =>
  person.call('fetchTransferFiles', { body: { transfers: [...transfers] } })
async function zipOf(url: string) {
  return Buffer.from(await (await app.fetch(url)).arrayBuffer())
}
async function fileIdOf(transferId: string, path: string): Promise<string> {
  const { file_id } = await app.ctx.db
    .selectFrom('transfer_files')
    .select('file_id')
    .where('transfer_id', '=', transferId)
    .where('path', '=', path)
    .executeTakeFirstOrThrow()
  return file_id
}

test('each transfer has a folder of its own, also where titles are equal, and any range can be read', async () => {
  const owner = await makeAccount(app, { role: 'pro' })
  const transfers = [
    await send(owner, ['a.txt', 'in/b.txt'], 'Plans: May'),
    await send(owner, ['a.txt'], 'Plans: May'),
    await send(owner, ['site/a.txt', 'site/deep/b.txt']),
    await send(owner, ['only one.txt']),
  ]
  const ids = transfers.map(({ id }) => id)
  const { body } = await fetchTransfers(owner, [...ids, ids[0] as string])
  expect(body).toMatchObject({ leftOut: [], leftOutCount: 0, links: [{ name: 'waybill-transfers.zip', files: 6 }] })
  const zip = await zipOf(body.links[0].url)
  expect(zip.length).toBe(body.links[0].bytes)
  const found = await hashesInZip(zip)
  const folders = [...new Set(Object.keys(found).map((path) => path.split('/')[0]))]
  expect(folders).toHaveLength(4)
  const [first, second] = folders.filter((folder) => folder?.startsWith('Plans')) as [string, string]
  expect(second).toBe(`${first} (2)`)
  expect(found).toEqual({
    [`${first}/a.txt`]: sumOf('a.txt'),
    [`${first}/in/b.txt`]: sumOf('in/b.txt'),
    [`${second}/a.txt`]: sumOf('a.txt'),
    'site/a.txt': sumOf('site/a.txt'),
    'site/deep/b.txt': sumOf('site/deep/b.txt'),
    'only one/only one.txt': sumOf('only one.txt'),
  })
  const part = await app.fetch(body.links[0].url, { headers: { range: 'bytes=100-199' } })
  expect(part.status).toBe(206)
  expect(Buffer.from(await part.arrayBuffer()).equals(zip.subarray(100, 200))).toBe(true)
})

test('it is a look of the sender, once in half an hour, and nobody’s download', async () => {
  const owner = await makeAccount(app)
  const sent = await send(owner, ['a.txt'])
  const [link] = (await fetchTransfers(owner, [sent.id])).body.links
  await zipOf(link.url)
  await fetchTransfers(owner, [sent.id])
  const events = await app.ctx.db
    .selectFrom('events')
    .select(['kind', 'actor_kind', 'reason', 'recipient_id', 'person_digest'])
    .where('transfer_id', '=', sent.id)
    .where('kind', 'not in', ['mailed', 'checked', 'sent'])
    .execute()
  expect(events).toEqual([
    { kind: 'visited', actor_kind: 'owner', reason: null, recipient_id: null, person_digest: null },
  ])
  const counted = await app.ctx.db
    .selectFrom('transfers')
    .select('download_count')
    .where('id', '=', sent.id)
    .executeTakeFirstOrThrow()
  expect(counted.download_count).toBe(0)
})

test('more than 1,500 files come as several archives, in order, each in the folder of its transfer', async () => {
  const owner = await makeAccount(app, { role: 'business', subscription: 'active' })
  const paths = (from: number, count: number) => Array.from({ length: count }, (_, nth) => `${from + nth}.txt`)
  const sent = [await send(owner, paths(1_000, 900), 'First'), await send(owner, paths(2_000, 700), 'Second')]
  const { body } = await fetchTransfers(
    owner,
    sent.map(({ id }) => id),
  )
  expect(body.links).toMatchObject([
    { name: 'waybill-transfers 1.zip', files: 1_500 },
    { name: 'waybill-transfers 2.zip', files: 100 },
  ])
  const rest = paths(2_600, 100).map((path) => [`Second/${path}`, sumOf(path)] as const)
  const found = await hashesInZip(await zipOf(body.links[1].url))
  expect(Object.keys(found)).toEqual(rest.map(([path]) => path))
  expect(found).toEqual(Object.fromEntries(rest))
})

test('deleted, withdrawn, blocked and infected files are left out and named', async () => {
  const owner = await makeAccount(app, { role: 'pro' })
  const mixed = await send(owner, ['gone.txt', 'ill.txt', 'odd.txt', 'refused.txt', 'stays.txt'], 'Mixed')
  const [blocked, deleted] = [await send(owner, ['b.txt'], 'Barred'), await send(owner, ['d.txt'], 'Dropped')]
  await owner.call('deleteFiles', { body: { ids: [await fileIdOf(mixed.id, 'gone.txt')] } })
  for (const [path, because] of [
    ['ill.txt', 'infected'],
    ['odd.txt', 'sum-differs'],
    ['refused.txt', 'blocked'],
  ] as const) {
    await app.ctx.db
      .updateTable('files')
      .set({ withdrawn_at: new Date(), withdrawn_because: because })
      .where('id', '=', await fileIdOf(mixed.id, path))
      .execute()
  }
  await blockTransfer(app.ctx, blocked.slug, true)
  await owner.call('deleteTransfer', { body: { type: 'sent', ids: [deleted.id] } })
  const { body } = await fetchTransfers(owner, [mixed.id, blocked.id, deleted.id])
  expect(Object.keys(await hashesInZip(await zipOf(body.links[0].url)))).toEqual(['Mixed/stays.txt'])
  expect(body.leftOut).toEqual([
    { transfer: mixed.id, title: 'Mixed', fileName: 'gone.txt', because: 'deleted' },
    { transfer: mixed.id, title: 'Mixed', fileName: 'ill.txt', because: 'infected' },
    { transfer: mixed.id, title: 'Mixed', fileName: 'odd.txt', because: 'withdrawn' },
    { transfer: mixed.id, title: 'Mixed', fileName: 'refused.txt', because: 'blocked' },
    { transfer: blocked.id, title: 'Barred', fileName: null, because: 'blocked' },
    { transfer: deleted.id, title: 'Dropped', fileName: null, because: 'deleted' },
  ])
  expect(body.leftOutCount).toBe(6)
  expect((await fetchTransfers(owner, [deleted.id])).body).toMatchObject({ links: [], leftOutCount: 1 })
})

test('a member has what is shared with them, as long as it is; strangers and unknown ids get nothing', async () => {
  const { admin, members } = await makeTeam(app, { members: ['manager', 'member', 'member'] })
  const [manager, member, colleague] = members as [AccountPerson, AccountPerson, AccountPerson]
  const sent = await send(member, ['a.txt'], 'Shared')
  const own = await send(colleague, ['own.txt'], 'Own')
  expect((await fetchTransfers(colleague, [own.id, sent.id])).body.code).toBe('transfer-not-found')
  expect((await edit(member, sent.id, { shareWith: [{ shareWithId: colleague.accountId }] })).status).toBe(200)
  const [link] = (await fetchTransfers(colleague, [own.id, sent.id])).body.links
  expect(Object.keys(await hashesInZip(await zipOf(link.url))).sort()).toEqual(['Own/own.txt', 'Shared/a.txt'])
  for (const person of [admin, manager]) {
    expect((await fetchTransfers(person, [own.id, sent.id])).body.links).toMatchObject([{ files: 2 }])
  }
  await edit(member, sent.id, { shareWith: [] })
  expect((await app.fetch(link.url)).status).toBe(404)
  const stranger = await makeAccount(app)
  for (const id of [sent.id, 'nobody-has-this-id']) {
    const refused = await fetchTransfers(stranger, [id])
    expect([refused.status, refused.body.code]).toEqual([404, 'transfer-not-found'])
  }
})
