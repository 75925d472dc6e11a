import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { addPastEvent, type PastEvent } from '#test/transfers/ledgers'
import { insertTransfer, type Tracked } from '#test/transfers/tracked-transfer'
import { addUpCounts } from '../ledger/event-tasks.ts'

const DAY = 1_440
const ASHA = 'asha@rao-forge.example'
const LIN = 'lin@rao-forge.example'
const KIM = '=cmd@rao-forge.example'

let app: TestApp
let owner: AccountPerson
let other: AccountPerson
let empty: AccountPerson
let drawings: Tracked
let foreign: Tracked

/** Asha downloaded two files in India and one of them again, Lin opened the page from China, Kim was only mailed. */
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeAccount(app, { role: 'pro' })
  other = await makeAccount(app, { role: 'pro' })
  empty = await makeAccount(app, { role: 'pro' })
  const recipients = [ASHA, LIN, KIM].map((address) => ({ address }))
  const files = [
    { path: 'plans/a, "first".dwg', bytes: 10 },
    { path: '=b.dwg', bytes: 20 },
  ]
  drawings = await insertTransfer(app.ctx, { accountId: owner.accountId, recipients, files })
  foreign = await insertTransfer(app.ctx, { accountId: other.accountId, recipients: [{ address: ASHA }] })
  const [asha = '', lin = '', kim = ''] = drawings.recipientIds
  const [a = '', b = ''] = drawings.fileIds
  const india = { recipientId: asha, country: 'IN', timeZone: 'Asia/Kolkata' }
  const china = { recipientId: lin, country: 'CN', timeZone: 'Asia/Shanghai' }
  for (const recipientId of [asha, lin, kim]) await happen({ recipientId, kind: 'mailed', minutesAgo: 9 * DAY })
  await happen({ ...india, kind: 'opened', minutesAgo: 3 * DAY })
  await happen({ ...india, kind: 'finished', fileId: a, minutesAgo: 3 * DAY })
  await happen({ ...india, kind: 'finished', fileId: b, minutesAgo: 2 * DAY })
  await happen({ ...india, kind: 'delivered', detail: 'again', fileId: a, minutesAgo: DAY })
  await happen({ ...india, kind: 'delivered', fileId: a, minutesAgo: DAY })
  await happen({ ...china, kind: 'opened', minutesAgo: 40 * DAY })
  await happen({ ...china, kind: 'opened', minutesAgo: DAY })
  await happen({ recipientId: lin, kind: 'opened', minutesAgo: DAY })
  await happen({ ...india, kind: 'opened', actorKind: 'bot', reason: 'mail-scanner' })
  await happen({ ...india, kind: 'begun', fileId: a })
  await addPastEvent(app.ctx.db, {
    transferId: foreign.transferId,
    recipientId: foreign.recipientIds[0] ?? '',
    kind: 'opened',
  })
  await sql`update recipients set created_at = now() - interval '3 days', finished_at = now() - interval '2 days'
    where id = ${asha}`.execute(app.ctx.db)
})
afterAll(() => app?.close())

const happen = (event: Omit<PastEvent, 'transferId'>) =>
  addPastEvent(app.ctx.db, { transferId: drawings.transferId, ...event })

async function read(query = '', person = owner) {
  const answer = await person.fetch(`/analytics${query}`)
  return { status: answer.status, body: await answer.json() }
}
const csv = async (query: string, person = owner) => {
  const answer = await person.fetch(`/analytics.csv${query}`)
  return {
    answer,
    lines: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer()).split('\r\n'),
  }
}

describe.each(['fresh', 'added up'])('counts %s', (state) => {
  beforeAll(async () => {
    if (state === 'added up') await addUpCounts(app.ctx)
  })

  test('count each person once', async () => {
    const { status, body } = await read('?days=30')
    expect(status).toBe(200)
    expect(body.totals).toEqual({ downloads: 2, repeats: 1, openings: 3 })
    expect(body.countries).toEqual([
      { country: 'IN', downloads: 2, repeats: 1, openings: 1 },
      { country: 'CN', downloads: 0, repeats: 0, openings: 1 },
      { country: null, downloads: 0, repeats: 0, openings: 1 },
    ])
    expect(body.contacts).toMatchObject([
      { email: ASHA, downloads: 2, repeats: 1, openings: 1, mails: 1, medianSeconds: 86_400 },
      { email: LIN, downloads: 0, repeats: 0, openings: 2, mails: 1, medianSeconds: null },
    ])
    expect(body.contactCount).toBe(2)
    expect(body.files).toEqual([
      {
        _id: drawings.fileIds[0],
        fileName: 'a, "first".dwg',
        slug: drawings.slug,
        downloads: 1,
        repeats: 1,
        openings: 0,
      },
      { _id: drawings.fileIds[1], fileName: '=b.dwg', slug: drawings.slug, downloads: 1, repeats: 0, openings: 0 },
    ])
    expect(body.neverFetched).toEqual([
      { email: LIN, mails: 1, openings: 2 },
      { email: KIM, mails: 1, openings: 0 },
    ])
    expect(body.neverFetchedCount).toBe(2)
  })

  test("belong to their day in the account's zone", async () => {
    await sql`update accounts set time_zone = 'Asia/Kolkata' where id = ${owner.accountId}`.execute(app.ctx.db)
    const { body } = await read('?days=7')
    expect(body).toMatchObject({ timeZone: 'Asia/Kolkata', each: 'day' })
    expect(body.times.map(({ downloads }: { downloads: number }) => downloads)).toEqual([0, 0, 0, 1, 1, 0, 0])
    expect(body.times.map(({ repeats }: { repeats: number }) => repeats)).toEqual([0, 0, 0, 0, 0, 1, 0])
    expect(body.times.every(({ local }: { local: string }) => local.endsWith('T00:00'))).toBe(true)
    expect(body.times[0].at).toMatch(/T18:30:00/)
    await sql`update accounts set time_zone = null where id = ${owner.accountId}`.execute(app.ctx.db)
  })

  test('leave out old events, which a longer period includes', async () => {
    expect((await read('?days=90')).body.totals.openings).toBe(4)
    expect((await read('?days=365')).body).toMatchObject({
      each: 'week',
      totals: { downloads: 2, repeats: 1, openings: 4 },
    })
  })

  test.each([
    [
      'contact',
      `contact=${encodeURIComponent(LIN)}`,
      { downloads: 0, repeats: 0, openings: 2 },
      [LIN],
      ['CN', null],
      0,
    ],
    ['country', 'country=IN', { downloads: 2, repeats: 1, openings: 1 }, [ASHA], ['IN'], 2],
    ['unknown country', 'country=ZZ', { downloads: 0, repeats: 0, openings: 1 }, [LIN], [null], 0],
    ['contact and country', `contact=${LIN}&country=CN`, { downloads: 0, repeats: 0, openings: 1 }, [LIN], ['CN'], 0],
    ['nobody', 'contact=nobody@x.example', { downloads: 0, repeats: 0, openings: 0 }, [], [], 0],
  ])('narrow to a %s', async (_what, query, totals, contacts, countries, fileCount) => {
    const { body } = await read(`?days=30&${query}`)
    expect(body.totals).toEqual(totals)
    expect(body.contacts.map(({ email }: { email: string }) => email)).toEqual(contacts)
    expect(body.countries.map(({ country }: { country: string }) => country)).toEqual(countries)
    expect(body.fileCount).toBe(fileCount)
  })

  test('narrow to a file', async () => {
    const { body } = await read(`?days=30&file=${drawings.fileIds[0]}`)
    expect(body.totals).toEqual({ downloads: 1, repeats: 1, openings: 0 })
    expect(body.fileName).toBe('a, "first".dwg')
    expect(body.files).toHaveLength(1)
    expect(body.contacts).toMatchObject([{ email: ASHA, downloads: 1, repeats: 1 }])
    expect(body.neverFetched).toEqual([])
  })

  test("give the hour at which a contact acts, by the contact's clock", async () => {
    const { rows } = await sql<{ hour: number }>`
      select extract(hour from (now() - make_interval(days => 3)) at time zone 'Asia/Kolkata')::int as hour`.execute(
      app.ctx.db,
    )
    expect((await read('?days=30')).body.contacts[0].bestHour).toBe(rows[0]?.hour)
  })

  test('are hidden from other accounts', async () => {
    expect((await read('?days=30', other)).body.totals).toEqual({ downloads: 0, repeats: 0, openings: 1 })
    const asked = await read(`?days=30&file=${drawings.fileIds[0]}`, other)
    expect(asked.body).toMatchObject({ totals: { downloads: 0, openings: 0 }, fileName: null, files: [], contacts: [] })
    expect((await read(`?contact=${LIN}`, other)).body.totals.openings).toBe(0)
  })

  test('are empty for an account with nothing', async () => {
    const { body } = await read('?days=365', empty)
    expect(body).toMatchObject({
      totals: { downloads: 0, repeats: 0, openings: 0 },
      contacts: [],
      files: [],
      countries: [],
    })
    expect(body.times).toHaveLength(body.times.length)
    expect(body.times.length).toBeGreaterThan(51)
  })
})

describe('CSV', () => {
  test.each([
    ['countries', ['Country,Downloads,Repeats,Openings', 'IN,2,1,1', 'CN,0,0,1', 'ZZ,0,0,1', '']],
    [
      'files',
      ['File,Link,Downloads,Repeats,Openings', /^"a, ""first"".dwg",\w{7},1,1,0$/, /^'=b\.dwg,\w{7},1,0,0$/, ''],
    ],
    ['never-fetched', ['Email,Mails,Openings', `${LIN},1,2`, `'${KIM},1,0`, '']],
  ])('exports %s', async (table, expected) => {
    const { answer, lines } = await csv(`?days=30&table=${table}`)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="${table}-[0-9-]{21}.csv"$`),
    )
    expect(lines[0]?.startsWith('\ufeff')).toBe(true)
    lines[0] = lines[0]?.slice(1) ?? ''
    expect(lines).toEqual(expected.map((line) => (typeof line === 'string' ? line : expect.stringMatching(line))))
  })

  test('has a line per time span, and the habits of contacts', async () => {
    expect((await csv('?days=7&table=times')).lines).toHaveLength(9)
    const { lines } = await csv('?days=30&table=contacts')
    expect(lines[1]).toMatch(/^asha@rao-forge\.example,2,1,1,1,86400,\d+$/)
  })
})

test.each([
  '?days=8',
  '?days=30&each=hour',
  '?from=2026-02-30',
  '?from=tomorrow',
  '?from=2026-03-02&to=2026-03-01',
  '?from=1900-01-01',
  '?each=minute',
  '?country=in',
  '?country=%00',
  '?contact=%00',
  `?contact=${'x'.repeat(321)}`,
  "?file=' or true --",
  '?days=30&days=7',
  '?account=x',
  '?table=files',
])('refuses %s', async (query) => {
  expect((await read(query)).status).toBe(400)
  expect((await csv(`${query}&table=secrets`)).answer.status).toBe(400)
})

test('gives an account thirty tables an hour', async () => {
  const somebody = await makeAccount(app, { role: 'pro' })
  const statuses = []
  for (let nth = 0; nth < 31; nth++) statuses.push((await csv('?days=7&table=files', somebody)).answer.status)
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429])
})
