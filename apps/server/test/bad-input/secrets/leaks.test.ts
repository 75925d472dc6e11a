import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#test/app/free-port'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { makePerson, type Person } from '#test/people/people'
import { Recipient } from '#test/people/recipient'
import { driveAccount } from '../attack/account-secrets.ts'
import { speak } from '../attack/wire.ts'

/** Text that occurs nowhere else, so that finding it anywhere means that it was stored there. */
const MARK = `plain-${randomBytes(12).toString('hex')}`
const content = Buffer.from(`${MARK} `.repeat(20_000))
const file = { path: `${MARK}-folder/${MARK}.txt`, content }

let app: TestApp
let secrets: Map<string, string>
beforeAll(async () => {
  app = await makeTestApp({ env: { LOG_LEVEL: 'trace' }, logsToFile: true })
  const ofAccount = await driveAccount(app, file)
  secrets = new Map([...ofAccount, ...(await driveEverything())])
}, 180_000)
afterAll(() => app?.close())

/** The whole journey with every detour, collecting everything that would open something for a reader. */
async function driveEverything(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const sender = makePerson(app)
  await sender.prove()
  const [codeMail] = await app.mails(sender.address)
  found.set('code', /\b[0-9A-HJKMNP-TV-Z]{5}\b/.exec(codeMail?.text ?? '')?.[0] ?? '')
  found.set('device secret', /waybill_device=([\w-]{43})/.exec(sender.headers().cookie ?? '')?.[1] ?? '')
  const draft = sender.draft({ files: [file], emailTo: ['kim@rao-forge.example'], message: `${MARK} message` })
  const keyed = { body: draft, headers: { 'idempotency-key': 'leaks' } }
  const planned = (await sender.call('planTransfer', keyed)).body.plan
  found.set('upload token', planned.token)
  found.set(
    'resumed token',
    (await sender.call('resumeTransfer', { body: { upload: planned.upload } })).body.plan.token,
  )
  await sender.upload(planned, [file])
  const saved = await sender.call('completeTransfer', {
    body: { upload: planned.upload, token: planned.token },
    headers: { 'idempotency-key': 'leaks' },
  })
  const [op] = saved.body.data.ops
  found.set('slug', op.slug)
  const [mail] = await app.mails('kim@rao-forge.example')
  const path = new RegExp(`/d/${op.slug}/[\\w-]{22}`).exec(mail?.text ?? '')?.[0] ?? ''
  const reader = new Recipient(app, sender, { id: op._id, upload: planned.upload, path })
  found.set('recipient token', reader.link.user)
  await download(reader, found)
  await stumble(sender, reader, found)
  await app.runJobs()
  return found
}

async function download(reader: Recipient, found: Map<string, string>): Promise<void> {
  await (await reader.get(reader.path, { accept: 'text/html' })).text()
  await reader.browser.call('reportOpened', { body: reader.link })
  const keyed = await reader.browser.call('grantDownload', {
    body: { ...reader.link, files: 'all' },
    headers: { 'idempotency-key': 'grant' },
  })
  found.set('keyed grant', keyed.body.grant)
  const { grant, links, zip } = await reader.grant()
  found.set('grant', grant)
  await (await reader.get(links[0]?.url ?? '')).bytes()
  await (await reader.get(zip.url, { range: 'bytes=0-99' })).bytes()
  await reader.readAndBreak(links[0]?.url ?? '', 1_000)
  await reader.untilFinished(1)
}

/** Everything that is refused or fails while it handles a secret. */
async function stumble(sender: Person, reader: Recipient, found: Map<string, string>): Promise<void> {
  const { port } = app.config
  const all = [...found.values()]
  for (const secret of all) {
    const json = { 'content-type': 'application/json', ...makePerson(app).headers() }
    for (const path of [`/d/${secret}`, `/get/${secret}/file/x/n`, `/nowhere/${secret}?t=${secret}`, `/%zz${secret}`]) {
      await (await app.fetch(path, { headers: { ...makePerson(app).headers(), referer: `http://x/${secret}` } })).text()
    }
    await app.fetch('/increment', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ slug: secret, [secret]: 1 }),
    })
    await app.fetch('/downloadData', { method: 'POST', headers: json, body: `{"grant":"${secret}"` })
    await app.fetch(`/uploads/${secret}`, { headers: { authorization: `Bearer ${secret}` } })
    await speak(port, `GET /${secret} HTTP/1.1\r\nHost: ${secret}\r\nCookie: ${secret}\r\nBroken ${secret}\r\n\r\n`)
  }
  await breakDatabase(async () => {
    await Promise.all([
      sender.call('requestSenderCode', { body: { email: `x-${sender.address}` } }),
      reader.browser.call('grantDownload', { body: { ...reader.link, files: 'all' } }),
      reader.browser.call('describeDownload', { body: { grant: found.get('grant') ?? '' } }),
      sender.call('resumeTransfer', { body: { upload: reader.uploadId } }),
    ])
  })
}

/** Cuts every connection to the database while `work` runs. */
async function breakDatabase(work: () => Promise<unknown>): Promise<void> {
  const cutting = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  await Promise.all([work().catch(() => undefined), cutting.execute(app.ctx.db).catch(() => undefined)])
  for (let isBack = false; !isBack; ) isBack = (await app.fetch('/-/health')).status === 200
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

describe('a secret', () => {
  test('is in no line of the log, at its most verbose level, whatever went wrong', async () => {
    expect([...secrets].filter(([, secret]) => secret.length < 5)).toEqual([])
    expect(secrets.size).toBeGreaterThan(25)
    const log = await readFile(join(app.dataDir, 'test.log'), 'utf8')
    expect(log.split('\n').length).toBeGreaterThan(80)
    for (const [name, secret] of secrets) {
      expect([
        name,
        log
          .split('\n')
          .filter((line) => new RegExp(`(?<![\\w-])${secret.replaceAll('.', '\\.')}(?![\\w-])`).test(line)),
      ]).toEqual([name, []])
    }
    for (const text of [MARK, 'kim@rao-forge.example']) expect(log.includes(text)).toBe(false)
  })

  test('is in no row of the database in plain text', async () => {
    const { rows: tables } = await sql<{ name: string }>`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')`.execute(app.ctx.db)
    expect(tables.length).toBeGreaterThan(15)
    for (const { name } of tables) {
      for (const [kind, secret] of secrets) {
        // A slug is not a secret by itself, and its row is found by it; a code of five letters may occur in any id.
        if (kind === 'slug' || kind.endsWith('code')) continue
        const { rows } = await sql<{
          count: number
        }>`select count(*)::int as count from ${sql.raw(name)} t where strpos(t::text, ${secret}) > 0`.execute(
          app.ctx.db,
        )
        expect([name, kind, rows[0]?.count]).toEqual([name, kind, 0])
      }
    }
  })

  test('is in no stored file, nor is any name', async () => {
    const stored = (await filesUnder(app.dataDir)).filter((path) => !/test\.log$|\boutbox\b/.test(path))
    expect(stored.length).toBeGreaterThan(1)
    for (const path of stored) {
      const bytes = await readFile(path)
      for (const text of [MARK, ...secrets.values()].filter((one) => one.length > 7)) {
        expect([path.includes(text), bytes.includes(text)]).toEqual([false, false])
      }
    }
  })
})

test('the complaint about an unreachable mail server contains neither the mail nor its password', async () => {
  const password = randomBytes(12).toString('hex')
  const url = `smtp://mailer:${password}@127.0.0.1:${await freePort()}`
  const other = await makeTestApp({ env: { LOG_LEVEL: 'trace', SMTP_URL: url }, logsToFile: true })
  try {
    const person = makePerson(other)
    expect((await person.call('requestSenderCode', { body: { email: person.address } })).status).toBe(200)
    await other.runJobs()
    const log = await readFile(join(other.dataDir, 'test.log'), 'utf8')
    expect(log).toContain('was not accepted')
    for (const text of [password, person.address]) expect(log.includes(text)).toBe(false)
    const codes = log
      .split('\n')
      .filter((line) => /"(?:code|facts|text|html|subject)":"?\{?[^,]*\b[0-9A-HJKMNP-TV-Z]{5}\b/.test(line))
    expect(codes).toEqual([])
  } finally {
    await other.close()
  }
})
