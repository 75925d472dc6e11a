/**
 * Hundreds of connections that send headers, bodies and parts very slowly delay nobody who sends or downloads
 * meanwhile.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '#test/app/free-port'
import { remoteSite } from '#test/app/remote-site'
import { until } from '#test/app/until'
import { KillableServer } from '#test/crash/killable-server'
import { cloneDatabase, type TestDatabase } from '#test/database/test-database'
import { SlowSocket } from '#test/http/slow-socket'
import { makePerson, type Site } from '#test/people/people'
import { bytesOf } from '#test/storage/blobs'
import { expectDelivered } from '#test/transfers/saved-transfer'

// A whole process starts here, which takes time on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

const MIB = 2 ** 20
const SOCKETS = 500
const PARTS = 120
const PEOPLE = 20
const MAX_RSS_BYTES = 400 * MIB

let database: TestDatabase
let folder: string
let server: KillableServer
let site: Site
const slow: SlowSocket[] = []

beforeAll(async () => {
  database = await cloneDatabase()
  folder = mkdtempSync(join(tmpdir(), 'waybill-slow-'))
  server = new KillableServer(folder, await freePort(), {
    DATABASE_URL: database.url,
    TRUSTED_PROXIES: '127.0.0.0/8,::1/128',
  })
  await server.start()
  site = remoteSite(server.origin)
})
afterAll(async () => {
  for (const socket of slow) socket.close()
  await server.stop()
  await database.drop()
  rmSync(folder, { recursive: true })
})

/** The most memory that the server has used so far. */
function peakBytes(): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024
}

async function partsUnderWay(): Promise<number> {
  const client = new pg.Client(database.url)
  await client.connect()
  const { rows } = await client.query('select 1 from part_leases')
  await client.end()
  return rows.length
}

const host = () => `Host: localhost:${server.port}\r\nOrigin: ${server.origin}`

/** The beginning of each connection: headers that never end, a call's body, or a part of an upload. */
async function heads(): Promise<string[]> {
  const made: string[] = []
  for (let sent = 0; sent < PARTS; sent += 30) {
    const person = makePerson(site)
    await person.prove()
    const plan = await person.plan({ files: [{ path: 'slow.bin', content: bytesOf(30 * MIB, sent + 1) }] })
    for (let nth = 0; nth < 30; nth++) {
      made.push(
        `PUT ${plan.blobs[0]?.path} HTTP/1.1\r\n${host()}\r\nAuthorization: Bearer ${plan.token}\r\n` +
          `Content-Type: application/octet-stream\r\nContent-Length: ${MIB}\r\nWaybill-Crc32: 1\r\n` +
          `Waybill-Offset: ${nth * MIB}\r\n\r\n`,
      )
    }
  }
  const body = `POST /verifyEmail HTTP/1.1\r\n${host()}\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"email":"`
  const headers = `GET / HTTP/1.1\r\n${host()}\r\nX-Slow: `
  while (made.length < SOCKETS) made.push(made.length % 2 ? body : headers)
  return made
}

async function journey(nth: number): Promise<void> {
  const person = makePerson(site)
  await person.prove()
  const files = [
    { path: 'plan.pdf', content: bytesOf(300_000 + nth, nth + 500) },
    { path: 'notes.txt', content: bytesOf(2_000, nth + 900) },
  ]
  const address = `to-${person.address}`
  const plan = await person.plan({ files, emailTo: [address] })
  await person.upload(plan, files)
  await expectDelivered(site, { person, files, address, plan })
}

test(`sends and downloads for everybody else beside ${SOCKETS} slow connections`, async () => {
  for (const head of await heads()) slow.push(await SlowSocket.open(server.port, head))
  await until(async () => (await partsUnderWay()) === PARTS && slow.every(({ isOpen }) => isOpen))
  await Promise.all(Array.from({ length: PEOPLE }, (_, nth) => journey(nth)))
  expect((await site.call('readHealth')).body.status).toBe('ok')
  expect(peakBytes()).toBeLessThan(MAX_RSS_BYTES)
})
