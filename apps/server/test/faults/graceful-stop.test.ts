/** A stop requested while people send and download: running work may finish, and unfinished work loses nothing. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '#test/app/free-port'
import { remoteSite } from '#test/app/remote-site'
import { until } from '#test/app/until'
import { KillableServer } from '#test/crash/killable-server'
import { databaseLine } from '#test/database/database-line'
import { queryAt } from '#test/database/query-beside'
import { cloneDatabase, type TestDatabase } from '#test/database/test-database'
import { Line } from '#test/http/line'
import { openSmtpInbox } from '#test/mail/smtp-inbox'
import { planByEngine, startEngine, tellingParts } from '#test/people/engine'
import { makePerson, type Person, type Site } from '#test/people/people'
import { bytesOf } from '#test/storage/blobs'
import { expectDelivered, grantedUrls, saveAndRead } from '#test/transfers/saved-transfer'

const MIB = 2 ** 20
/** Its end is awaited. */
const SHORT_LIMIT = { STOP_SECONDS: '1' }
let database: TestDatabase
let folder: string
let server: KillableServer
let site: Site

async function startServer(more: Record<string, string> = {}): Promise<void> {
  const env = { DATABASE_URL: database.url, TRUSTED_PROXIES: '127.0.0.0/8', ...more }
  server = new KillableServer(folder, await freePort(), env)
  await server.start()
  site = remoteSite(server.origin)
}

beforeEach(async () => {
  database = await cloneDatabase()
  folder = mkdtempSync(join(tmpdir(), 'waybill-stop-'))
})
afterEach(async () => {
  await server.stop()
  await database.drop()
  rmSync(folder, { recursive: true })
})

function open(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(new URL(url, server.origin), { agent: false }, resolve).on('error', reject).end()
  })
}

async function sentFile(bytes: number): Promise<{ person: Person; content: Buffer; url: string }> {
  const person = makePerson(site)
  await person.prove()
  const files = [{ path: 'big.bin', content: bytesOf(bytes) }]
  const address = `to-${person.address}`
  const plan = await planByEngine(person, { files, emailTo: [address] })
  await startEngine(person, plan, files).finished
  const { path } = await saveAndRead(site, { person, files, address, plan })
  const [url = ''] = await grantedUrls(person, path)
  return { person, content: files[0]?.content as Buffer, url }
}

/** Shortens the time for which a process that ended in the middle of a job may still come back. */
const passGrace = () =>
  queryAt(
    database.url,
    `update job_pools set absent_since = now() - interval '1 minute' where absent_since <= now()`,
    [],
  )

test('completes a running download, refuses new requests, and exits cleanly', async () => {
  await startServer()
  const { content, url } = await sentFile(24 * MIB)
  const download = await open(url)
  await once(download, 'readable')
  const ending = server.stop()
  await until(() =>
    open('/-/health').then(
      ({ statusCode }) => statusCode === 503,
      () => true,
    ),
  )
  expect(Buffer.concat(await download.toArray()).equals(content)).toBe(true)
  expect(await ending).toBe(0)
})

test('is delayed by a client that stops reading and a hanging mail server only for the time limit', async () => {
  const inbox = await openSmtpInbox()
  const line = await Line.to({ host: '127.0.0.1', port: inbox.port })
  await startServer()
  const { url } = await sentFile(24 * MIB)
  await server.stop()
  await startServer({ ...SHORT_LIMIT, SMTP_URL: `smtp://127.0.0.1:${line.port}` })
  const download = await open(url)
  await once(download, 'readable')
  download.on('error', () => {})
  line.hush()
  const person = makePerson(site)
  expect((await person.call('requestSenderCode', { body: { email: person.address } })).status).toBeLessThan(300)
  await until(() => line.openConnections > 0)
  expect(await server.stop()).toBe(0)

  await line.up()
  await server.start()
  await until(async () => {
    await passGrace()
    return inbox.mails.length > 0
  })
  expect(inbox.mails.map(({ recipients }) => recipients)).toEqual([[person.address]])
  await server.stop()
  await line.down()
  await inbox.close()
})

test('exits despite a hanging database', async () => {
  const line = await databaseLine(database)
  await startServer({ ...SHORT_LIMIT, DATABASE_URL: line.url })
  line.hush()
  expect(await server.stop()).toBe(0)
  await line.down()
})

test('loses no acknowledged part of a running upload, which continues after the next start', async () => {
  await startServer()
  const person = makePerson(site)
  await person.prove()
  const files = [{ path: 'big.bin', content: bytesOf(30 * MIB + 3) }]
  const address = `to-${person.address}`
  const plan = await planByEngine(person, { files, emailTo: [address] })
  let ending: Promise<number | null> | null = null
  const acknowledged: string[] = []
  const environment = tellingParts((count, { headers, body }) => {
    if (count === 2) ending = server.stop()
    acknowledged.push(`${headers['Waybill-Offset']}+${body.size}`)
  })
  const engine = startEngine(person, plan, files, environment)
  await until(() => ending !== null)
  expect(await ending).toBe(0)
  const before = [...acknowledged]
  await server.start()
  const { body } = await person.call('resumeTransfer', { body: { upload: plan.upload } })
  const have: Array<[number, number]> = body.plan.blobs[0].have
  for (const part of before) {
    const [offset = 0, bytes = 0] = part.split('+').map(Number)
    expect(have.some(([from, length]) => from <= offset && offset + bytes <= from + length)).toBe(true)
  }
  await engine.finished
  await expectDelivered(site, { person, files, address, plan: { ...plan, token: engine.token() } })
})
