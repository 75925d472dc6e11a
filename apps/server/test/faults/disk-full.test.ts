/** A server whose disk for files fills up during uploads and downloads. */
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#test/app/free-port'
import { remoteSite } from '#test/app/remote-site'
import { KillableServer } from '#test/crash/killable-server'
import { cloneDatabase, type TestDatabase } from '#test/database/test-database'
import { planByEngine, startEngine } from '#test/people/engine'
import { makePerson, type Site } from '#test/people/people'
import { bytesOf } from '#test/storage/blobs'
import { expectDelivered, grantedUrls, saveAndRead } from '#test/transfers/saved-transfer'

const MIB = 2 ** 20
const DISK_MIB = 64
let database: TestDatabase
let folder: string
let server: KillableServer
let site: Site

beforeAll(async () => {
  database = await cloneDatabase()
  folder = mkdtempSync(join(tmpdir(), 'waybill-full-'))
  await mkdir(join(folder, 'blobs'))
  const mount = `mount -t tmpfs -o size=${DISK_MIB}m none "${folder}/blobs" && exec "$@"`
  const within = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', mount, 'sh']
  const env = { DATABASE_URL: database.url, TRUSTED_PROXIES: '127.0.0.0/8' }
  server = new KillableServer(folder, await freePort(), env, within)
  await server.start()
  site = remoteSite(server.origin)
})
afterAll(async () => {
  await server.stop()
  await database.drop()
  rmSync(folder, { recursive: true })
})

/** The same disk, seen from outside the server's mount namespace. */
const filler = () => join('/proc', String(server.pid), 'root', folder, 'blobs', 'filler')
const fill = (mebibytes: number) => writeFile(filler(), Buffer.alloc(mebibytes * MIB))
const makeRoom = () => rm(filler())

test('refuses what does not fit before receiving it, continues downloads, and resumes the upload once there is room', async () => {
  const person = makePerson(site)
  await person.prove()
  const readable = {
    person,
    address: `small-${person.address}`,
    files: [{ path: 'small.bin', content: bytesOf(3 * MIB) }],
  }
  const small = await planByEngine(person, { files: readable.files, emailTo: [readable.address] })
  await startEngine(person, small, readable.files).finished
  const saved = await saveAndRead(site, { ...readable, plan: small })

  const files = [{ path: 'large.bin', content: bytesOf(20 * MIB + 1, 2) }]
  const address = `large-${person.address}`
  const plan = await planByEngine(person, { files, emailTo: [address] })
  const path = plan.blobs[0]?.path ?? ''
  const part = (n: number) => files[0]?.content.subarray(n * MIB, (n + 1) * MIB) as Buffer
  for (const n of [0, 1, 5]) expect((await person.putPart(plan, path, n * MIB, part(n))).status).toBe(200)

  await fill(DISK_MIB - 10)
  const unplanned = await person.call('planTransfer', {
    body: person.draft({ files: [{ path: 'other.bin', content: bytesOf(30 * MIB, 3) }], emailTo: [address] }),
  })
  expect([unplanned.status, unplanned.body.code]).toEqual([507, 'disk-full'])
  const refused = await person.putPart(plan, path, 7 * MIB, part(7))
  expect([refused.status, refused.body.code]).toEqual([507, 'disk-full'])
  await expect(startEngine(person, plan, files).finished).rejects.toMatchObject({ code: 'disk-full' })
  for (const url of await grantedUrls(person, saved.path)) {
    expect(Buffer.from(await (await person.fetch(url)).bytes()).equals(readable.files[0]?.content as Buffer)).toBe(true)
  }
  expect((await site.fetch('/-/health')).status).toBe(200)

  await makeRoom()
  const resumed = await person.call('resumeTransfer', { body: { upload: plan.upload } })
  const now = resumed.body.plan
  expect(now.blobs[0].have.reduce((sum: number, [, bytes]: [number, number]) => sum + bytes, 0)).toBeGreaterThanOrEqual(
    3 * MIB,
  )
  const engine = startEngine(person, now, files)
  await engine.finished
  await expectDelivered(site, { person, files, address, plan: { ...plan, token: engine.token() } })
})
