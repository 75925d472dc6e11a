import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#test/app/free-port'
import { operate } from '#test/app/operate'
import { TestApp } from '#test/app/test-app'
import { emptyDatabase, type TestDatabase } from '#test/database/test-database'
import { makePerson, type Sent } from '#test/people/people'
import { sha256 } from '#test/people/recipient'
import { makeSender, saved } from '#test/people/sender'
import { storedFiles } from '#test/storage/stored-bytes'
import { grantedUrls } from '#test/transfers/saved-transfer'
import { readConfig } from '../../platform/config/config.ts'
import { holdBackups } from '../../platform/database/starting/hold-backups.ts'
import { makeLog } from '../../platform/log.ts'
import { DamagedBlob } from '../../platform/storage/damaged-blob.ts'
import { startServer } from '../../start-server.ts'
import { Snapshot } from './backup-folder.ts'
import { makeBackup, readBlobList } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const log = makeLog('silent')
const quietly = () => {}

let app: TestApp
let folder: string
const opened: TestDatabase[] = []

beforeAll(async () => {
  app = await TestApp.make()
  folder = await mkdtemp(join(tmpdir(), 'waybill-backup-'))
})
afterAll(async () => {
  await app.close()
  for (const database of opened) await database.drop()
  await rm(folder, { recursive: true })
})

/** Settings of a Waybill that has only the first one's master key. */
async function emptyPlace(): Promise<Record<string, string>> {
  const database = await emptyDatabase()
  opened.push(database)
  const dataDir = join(folder, `place-${opened.length}`)
  await cp(join(app.dataDir, 'master.key'), join(dataDir, 'master.key'), { recursive: true })
  return { ...app.env, PORT: String(await freePort()), DATA_DIR: dataDir, DATABASE_URL: database.url }
}

const bytesOf = (length: number, seed: number) => Buffer.alloc(length, `${seed} of the drill `)
const drawings = [
  { path: 'drawings/part.step', content: bytesOf(3_000_000, 1) },
  { path: 'drawings/notes.txt', content: Buffer.from('see you at noon') },
]

/** A transfer's content as its recipient gets it, by SHA-256. */
async function fetchAll(sent: Pick<Sent, 'links'>, origin: string): Promise<string[]> {
  const site = Object.assign(Object.create(app), { fetch: fetchAt(origin), call: app.call })
  const recipient = makePerson(site)
  const urls = await grantedUrls(recipient, Object.values(sent.links)[0] ?? '')
  return Promise.all(urls.map(async (url) => sha256(await (await recipient.fetch(url)).bytes())))
}

const fetchAt = (origin: string) => (path: string, init: RequestInit) => {
  const headers = new Headers(init.headers)
  headers.set('origin', origin)
  return fetch(new URL(path, origin), { redirect: 'manual', ...init, headers })
}

test('restores a backup taken under load to the same Waybill, in an empty place', { timeout: 60_000 }, async () => {
  const sender = makePerson(app)
  await sender.prove()
  const sent = await sender.send({ files: drawings })
  const half = await sender.plan({ files: [{ path: 'half.bin', content: bytesOf(5_000_000, 2) }] })
  const [blob] = half.blobs
  await sender.putPart(half, blob?.path ?? '', 0, bytesOf(5_000_000, 2).subarray(0, blob?.partBytes))
  await app.runJobs()

  let isDone = false
  const load = (async () => {
    for (let i = 0; !isDone && i < 20; i += 1) {
      const one = await makeSender(app.ctx)
      await saved(app.ctx, one, [{ path: `${i}.bin`, content: bytesOf(400_000, i) }])
    }
  })()
  const first = await operate(app.env, 'backup', join(folder, 'b'), '--json')
  isDone = true
  await load
  expect(first).toMatchObject({ code: 0, err: '' })
  const again = await operate(app.env, 'backup', join(folder, 'b'), '--json', '--keep', '1')
  const [one, two] = [first, again].map(({ out }) => JSON.parse(out))
  expect(one.copied).toBe(one.blobs)
  expect(two.copied).toBeLessThan(two.blobs)
  expect(two.pruned).toMatchObject({ snapshots: 1 })
  expect(await readdir(join(folder, 'b/snapshots'))).toEqual([two.snapshot])

  const place = await emptyPlace()
  expect(await operate(place, 'restore', join(folder, 'b'))).toMatchObject({ code: 0, err: '' })
  expect(await operate(place, 'fsck', '--hash')).toEqual({ code: 0, out: 'No findings.\n', err: '' })
  const done = await operate(place, 'security', '--json', '--event', 'command')
  expect(
    done.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toContainEqual(expect.objectContaining({ outcome: 'ok', facts: { command: 'restore', by: expect.any(String) } }))
  const server = await startServer(readConfig(place), log)
  try {
    const origin = `http://localhost:${place.PORT}`
    expect(await fetchAll(sent, origin)).toEqual(drawings.map(({ content }) => sha256(content)))
    const { rows } = await sql<{ bytes: number }>`
      select received_bytes as bytes from blobs where upload_id = ${half.upload}`.execute(server.ctx.db)
    expect(rows).toEqual([{ bytes: blob?.partBytes }])
  } finally {
    await server.stop()
  }
  expect(await operate(place, 'restore', join(folder, 'b'))).toMatchObject({
    code: 2,
    err: expect.stringContaining('is not empty'),
  })
})

test('refuses to restore with another master key, without one, and from an altered backup', async () => {
  const from = join(folder, 'altered')
  await makeSender(app.ctx).then((one) => saved(app.ctx, one, [{ path: 'a.bin', content: bytesOf(200_000, 9) }]))
  await makeBackup(app.ctx, from, quietly)
  const place = await emptyPlace()
  const restoring = () => restoreBackup(readConfig(place), log, { folder: from }, quietly)
  const key = join(place.DATA_DIR ?? '', 'master.key')
  await rm(key)
  await expect(restoring()).rejects.toThrow('Put your copy')
  expect(await readdir(place.DATA_DIR ?? '')).toEqual([])
  await writeFile(key, Buffer.alloc(32, 7), { mode: 0o600 })
  await expect(restoring()).rejects.toThrow('fingerprint')

  await cp(join(app.dataDir, 'master.key'), key)
  const [name = ''] = await readdir(join(from, 'snapshots'))
  const table = join(from, 'snapshots', name, 'public.uploads.gz')
  await flip(table)
  await expect(restoring()).rejects.toThrow(`${table} does not hold what the backup wrote`)
  await flip(table)
  const [copy = ''] = await storedFiles(join(from, 'blobs'))
  await flip(copy)
  await expect(restoring()).rejects.toThrow(DamagedBlob)
  await flip(copy)
  // Repeats an interrupted restore.
  expect(await restoring()).toMatchObject({ snapshot: name })
})

test('names stored bytes that are damaged, and backs up the rest', async () => {
  const into = join(folder, 'damaged')
  const one = await makeSender(app.ctx)
  await saved(app.ctx, one, [{ path: 'whole.bin', content: bytesOf(300_000, 3) }])
  const older = await makeBackup(app.ctx, into, quietly)
  const before = new Set(await storedFiles(join(app.dataDir, 'blobs')))
  await saved(app.ctx, one, [{ path: 'rotten.bin', content: bytesOf(300_000, 4) }])
  const [rotten = ''] = (await storedFiles(join(app.dataDir, 'blobs'))).filter((file) => !before.has(file))
  await flip(rotten)
  const { code, out } = await operate(app.env, 'backup', into, '--keep', '1', '--json')
  const { damaged, blobs, snapshot, pruned } = JSON.parse(out)
  expect(code).toBe(1)
  const { rows } = await sql<{ blob_id: string }>`select blob_id from files where path = 'rotten.bin'`.execute(
    app.ctx.db,
  )
  expect(damaged).toEqual(rows.map(({ blob_id }) => blob_id))
  expect(blobs).toBeGreaterThan(0)
  // An older snapshot may have what is now damaged.
  expect(pruned).toBeNull()
  expect((await readdir(join(into, 'snapshots'))).sort()).toEqual([older.snapshot, snapshot])
  await flip(rotten)

  const whole = await operate(await emptyPlace(), 'restore', into, '--snapshot', older.snapshot)
  expect(whole.out).not.toContain('NOT restored')
  const told = await operate(await emptyPlace(), 'restore', into)
  expect(told).toMatchObject({ code: 0, err: '', out: expect.stringContaining('NOT restored') })
  expect(told.out).toContain(': 1 blobs. Try an older snapshot')
})

test('starts a server despite blobs without a copy in a store that the new place lacks', async () => {
  const into = join(folder, 'stray')
  const one = await makeSender(app.ctx)
  await saved(app.ctx, one, [{ path: 'kept.bin', content: bytesOf(300_000, 6) }])
  const half = await makePerson(app)
  await half.prove()
  const plan = await half.plan({ files: [{ path: 'half.bin', content: bytesOf(5_000_000, 7) }] })
  await sql`update blobs set store = 'far' where upload_id = ${plan.upload}`.execute(app.ctx.db)
  try {
    await makeBackup(app.ctx, into, quietly)
  } finally {
    await sql`update blobs set store = 'disk' where upload_id = ${plan.upload}`.execute(app.ctx.db)
  }
  const place = await emptyPlace()
  await restoreBackup(readConfig(place), log, { folder: into }, quietly)
  const server = await startServer(readConfig(place), log)
  try {
    const { rows } = await sql<{ store: string; state: string }>`
      select b.store, u.state from blobs b join uploads u on u.id = b.upload_id
      where u.id = ${plan.upload}`.execute(server.ctx.db)
    // Given up and, once the sweep has run, gone.
    expect(rows.filter(({ store, state }) => store !== 'disk' || state !== 'abandoned')).toEqual([])
  } finally {
    await server.stop()
  }
})

test('starts a server despite a complete but damaged blob in a store that the new place lacks', async () => {
  const into = join(folder, 'stray-damaged')
  const one = await makeSender(app.ctx)
  const before = new Set(await storedFiles(join(app.dataDir, 'blobs')))
  await saved(app.ctx, one, [{ path: 'lost.bin', content: bytesOf(300_000, 8) }])
  const [rotten = ''] = (await storedFiles(join(app.dataDir, 'blobs'))).filter((file) => !before.has(file))
  const { rows: files } = await sql<{ id: string }>`select blob_id as id from files where path = 'lost.bin'`.execute(
    app.ctx.db,
  )
  const [blob] = files as [{ id: string }]
  /** The old place knows this store. */
  const stores = Object.assign(Object.create(app.ctx.stores), {
    of: (store: string) => app.ctx.stores.of(store === 'far' ? 'disk' : store),
  })
  await flip(rotten)
  await sql`update blobs set store = 'far' where id = ${blob.id}`.execute(app.ctx.db)
  try {
    const { damaged } = await makeBackup({ ...app.ctx, stores }, into, quietly)
    expect(damaged).toEqual([blob.id])
  } finally {
    await sql`update blobs set store = 'disk' where id = ${blob.id}`.execute(app.ctx.db)
    await flip(rotten)
  }
  const place = await emptyPlace()
  expect(await restoreBackup(readConfig(place), log, { folder: into }, quietly)).toMatchObject({ damaged: 1 })
  const server = await startServer(readConfig(place), log)
  try {
    const { rows } = await sql<{ store: string; state: string }>`
      select b.store, u.state from blobs b join uploads u on u.id = b.upload_id
      where b.id = ${blob.id}`.execute(server.ctx.db)
    // Its transfer is there; the monthly check of files finds that the bytes are not.
    expect(rows).toEqual([{ store: 'disk', state: 'complete' }])
  } finally {
    await server.stop()
  }
})

test('cleans up an interrupted backup, copies a missing copy again, and runs one backup at a time', async () => {
  const into = join(folder, 'tidied')
  const one = await makeSender(app.ctx)
  await saved(app.ctx, one, [{ path: 'a.bin', content: bytesOf(200_000, 5) }])
  const before = await makeBackup(app.ctx, into, quietly)
  await mkdir(join(into, 'snapshots/2026-01-01T00-00-00-000Z'))
  const copied = await Array.fromAsync(readBlobList(Snapshot.of(into, before.snapshot)))
  const whole = copied.filter(({ isComplete }) => isComplete)
  const lost = (await storedFiles(join(into, 'blobs'))).filter((file) => file.includes(whole[0]?.ref.key ?? ''))
  expect(lost).toHaveLength(1)
  await rm(lost[0] ?? '')
  const args = ['backup', into, '--keep', '2', '--json']
  const refused = await holdBackups(app.ctx.connection, () => operate(app.env, ...args))
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('Another backup') })
  const { snapshot, ...made } = JSON.parse((await operate(app.env, ...args)).out)
  // Copies of unfinished uploads are made again each time.
  expect(made).toMatchObject({ copied: copied.length - whole.length + 1, pruned: { snapshots: 0 } })
  const names = await readdir(join(into, 'snapshots'))
  expect(names).toHaveLength(2)
  expect(names).toContain(snapshot)
  expect(await restoreBackup(readConfig(await emptyPlace()), log, { folder: into }, quietly)).toMatchObject({
    snapshot,
  })
})

/** Flips one byte in the middle, or back. */
async function flip(path: string): Promise<void> {
  const bytes = await readFile(path)
  const at = Math.floor(bytes.length / 2)
  bytes[at] = (bytes[at] ?? 0) ^ 0xff
  await writeFile(path, bytes)
}
