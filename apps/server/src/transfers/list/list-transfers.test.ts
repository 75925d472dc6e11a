import { transferFilters, transferSorts } from '@waybill/contract/transfers/views'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson, type Person } from '#test/people/people'
import { insertListed, insertManyListed, type ListedOptions } from '#test/transfers/listed-transfers'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

type Query = Record<string, string | number>

async function ask(person: Person, query: Query = {}, headers: Record<string, string> = {}) {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const response = await person.fetch(`/getQs?${search}`, { headers })
  return { status: response.status, body: await response.json() }
}

/** Every page of a list, `take` at a time; a page that is too long fails. */
async function askAll(person: Person, query: Query, take: number): Promise<string[]> {
  const ids: string[] = []
  for (let after = ''; ; ) {
    const { status, body } = await ask(person, { ...query, take, ...(after ? { after } : {}) })
    expect(status).toBe(200)
    expect(body.allDocs.length).toBeLessThanOrEqual(take)
    ids.push(...body.allDocs.map(({ _id }: { _id: string }) => _id))
    if (body.next === null) return ids
    after = body.next
  }
}

type Made = Required<Pick<ListedOptions, 'bytes' | 'downloads' | 'sentMinutesAgo'>> & {
  id: string
  endsInMinutes: number | null
}

/** The expected list, computed in memory. */
function expected(made: readonly Made[], filter: string, sort: string): string[] {
  const hasEnded = ({ endsInMinutes }: Made) => endsInMinutes !== null && endsInMinutes <= 0
  const kept = made.filter((one) => {
    if (filter === 'active') return !hasEnded(one)
    if (filter === 'expired') return hasEnded(one)
    return filter === 'downloads' ? one.downloads > 0 : filter === 'all'
  })
  const rank = (one: Made): number[] => {
    if (sort === 'new') return [one.sentMinutesAgo]
    if (sort === 'old') return [-one.sentMinutesAgo]
    if (sort === 'size') return [-one.bytes]
    if (sort === 'downloads') return [-one.downloads]
    const end = one.endsInMinutes ?? Number.MAX_SAFE_INTEGER
    return hasEnded(one) ? [1, -end] : [0, end]
  }
  const isAscending = sort === 'old'
  return kept
    .toSorted((one, other) => {
      const [left, right] = [rank(one), rank(other)]
      const differing = left.findIndex((value, nth) => value !== right[nth])
      if (differing >= 0) return (left[differing] as number) - (right[differing] as number)
      return one.id < other.id === isAscending ? -1 : 1
    })
    .map(({ id }) => id)
}

describe('the list of an account', () => {
  let owner: AccountPerson
  const made: Made[] = []
  beforeAll(async () => {
    owner = await makeAccount(app, { role: 'pro' })
    const other = await makeAccount(app, { role: 'pro' })
    for (let nth = 0; nth < 41; nth += 1) {
      const facts = {
        bytes: (nth % 5) * 1_000,
        downloads: nth % 3 === 0 ? 0 : nth % 4,
        // Some were sent in earlier months; no two at the same time.
        sentMinutesAgo: nth * 2_000 + nth,
        endsInMinutes: nth % 7 === 0 ? null : (nth % 2 === 0 ? 1 : -1) * (nth + 1) * 60,
      }
      const path = nth % 10 === 3 ? `angebote/报价 №${nth}.pdf` : `drawing_${nth}%.dwg`
      const { transferId } = await insertListed(app.ctx, { accountId: owner.accountId, path, ...facts })
      made.push({ id: transferId, ...facts })
      await insertListed(app.ctx, { accountId: other.accountId, path, ...facts })
    }
  })

  for (const filter of transferFilters) {
    for (const sort of transferSorts) {
      if (filter === 'received' || filter === 'shared') continue
      // Rows with the same size, count or end are in the order of their id, ascending where the list ascends.
      test(`${filter} by ${sort}, by pages and by skipping`, async () => {
        const whole = await askAll(owner, { filter, sort }, 100)
        const model = expected(made, filter, sort)
        expect([...whole].sort()).toEqual([...model].sort())
        const keyOf = (id: string) => {
          const one = made.find((candidate) => candidate.id === id) as Made
          return (
            { new: one.sentMinutesAgo, old: one.sentMinutesAgo, size: one.bytes, downloads: one.downloads }[
              sort as 'new'
            ] ?? one.endsInMinutes
          )
        }
        expect(whole.map(keyOf)).toEqual(model.map(keyOf))
        expect(await askAll(owner, { filter, sort }, 7)).toEqual(whole)
        for (const skip of [0, 1, 6, 20, whole.length - 1, whole.length, whole.length + 5, 900_000]) {
          const { body } = await ask(owner, { filter, sort, skip: Math.max(0, skip), take: 9 })
          const ids = body.allDocs.map(({ _id }: { _id: string }) => _id)
          expect(ids).toEqual(whole.slice(Math.max(0, skip), Math.max(0, skip) + 9))
        }
      })
    }
  }

  test('counts the transfers of each kind, and nobody else’s', async () => {
    const { body } = await ask(owner, { filter: 'shared' })
    expect(body).toEqual({
      allDocs: [],
      next: null,
      allCount: 41,
      activeCount: expected(made, 'active', 'new').length,
      expiredCount: expected(made, 'expired', 'new').length,
      downloadsCount: expected(made, 'downloads', 'new').length,
      receivedCount: 0,
      deletedCount: 0,
      thisMonthsTransfers: 0,
      sharedCount: 0,
    })
  })

  test('finds names, people and slugs by any part, needs every word, and treats no character as a wildcard', async () => {
    const search = async (q: string, more: Query = {}) => (await askAll(owner, { q, ...more }, 5)).length
    expect(await search('drawing')).toBe(37)
    expect(await search('DRAWING_1')).toBe(10)
    expect(await search('drawing_1 rao-forge')).toBe(10)
    expect(await search('drawing_1 nobody')).toBe(0)
    expect(await search('报价')).toBe(4)
    expect(await search('价')).toBe(4)
    expect(await search('№3')).toBe(2)
    expect(await search('%')).toBe(37)
    expect(await search('_')).toBe(37)
    expect(await search('drawing%')).toBe(0)
    expect(await search('\\')).toBe(0)
    expect(await search('   ')).toBe(41)
    expect(await search('drawing', { filter: 'expired', sort: 'expiring' })).toBeGreaterThan(0)
    const { body } = await ask(owner, { take: 1 })
    expect(await search(body.allDocs[0].slug)).toBe(1)
    const skipped = await ask(owner, { q: 'drawing', skip: 35, take: 5 })
    expect(skipped.body.allDocs).toHaveLength(2)
  })
})

test('says where malware was found in a file that the transfer still has', async () => {
  const owner = await makeAccount(app, { role: 'pro' })
  const { transferId } = await insertListed(app.ctx, { accountId: owner.accountId })
  const isInfected = async () => (await ask(owner)).body.allDocs[0].isInfected
  expect(await isInfected()).toBe(false)
  await sql`update files set scan_state = 'infected' where id in (
    select file_id from transfer_files where transfer_id = ${transferId})`.execute(app.ctx.db)
  expect(await isInfected()).toBe(true)
  await sql`update transfer_files set removed_at = now() where transfer_id = ${transferId}`.execute(app.ctx.db)
  expect(await isInfected()).toBe(false)
})

test('moves a transfer on expiry, first download and deletion, with the counts', async () => {
  const owner = await makeAccount(app)
  const { transferId } = await insertListed(app.ctx, { accountId: owner.accountId, endsInMinutes: 60 })
  const listed = async () => {
    const { body } = await ask(owner)
    const own = (filter: string) => ask(owner, { filter }).then((answer) => answer.body.allDocs.length)
    expect([await own('all'), await own('active'), await own('expired'), await own('downloads')]).toEqual([
      body.allCount,
      body.activeCount,
      body.expiredCount,
      body.downloadsCount,
    ])
    return [body.allCount, body.activeCount, body.expiredCount, body.downloadsCount, body.allDocs[0]?.state]
  }
  const write = (change: ReturnType<typeof sql>) =>
    sql`update transfers set ${change} where id = ${transferId}`.execute(app.ctx.db)
  expect(await listed()).toEqual([1, 1, 0, 0, 'active'])
  await write(sql`download_count = 1`)
  expect(await listed()).toEqual([1, 1, 0, 1, 'active'])
  await app.passTime(3_600_000)
  expect(await listed()).toEqual([1, 0, 1, 1, 'expired'])
  await write(sql`expires_at = now() + interval '2 seconds', paused_at = now()`)
  expect(await listed()).toEqual([1, 1, 0, 1, 'paused'])
  // Nothing writes the row when it expires.
  await new Promise((resolve) => setTimeout(resolve, 2_100))
  expect(await listed()).toEqual([1, 0, 1, 1, 'expired'])
  await write(sql`expires_at = null`)
  expect(await listed()).toEqual([1, 1, 0, 1, 'paused'])
  await write(sql`deleted_at = now()`)
  expect(await listed()).toEqual([0, 0, 0, 0, undefined])
  await write(sql`deleted_at = null`)
  expect(await listed()).toEqual([1, 1, 0, 1, 'paused'])
})

describe('a list that is too long to read whole', () => {
  let owner: AccountPerson
  const numbersOf = (body: { allDocs: Array<{ bytes: number }> }) => body.allDocs.map(({ bytes }) => bytes)
  beforeAll(async () => {
    owner = await makeAccount(app, { role: 'pro' })
    await insertManyListed(app.ctx, owner.accountId, 9_000)
  })

  test('is skipped by months, and counted by the database as it is written', async () => {
    for (const skip of [499, 500, 501, 743, 2_000, 4_444, 8_999, 9_000, 20_000]) {
      const young = await ask(owner, { skip, take: 3 })
      expect(numbersOf(young.body)).toEqual([skip + 1, skip + 2, skip + 3].filter((number) => number <= 9_000))
      const old = await ask(owner, { skip, take: 2, sort: 'old' })
      expect(numbersOf(old.body)).toEqual([9_000 - skip, 8_999 - skip].filter((number) => number > 0))
    }
    const { body } = await ask(owner, { take: 1 })
    expect([body.allCount, body.activeCount, body.expiredCount]).toEqual([9_000, 9_000, 0])
  })

  test('is searched through the index for a rare word, and by reading for a frequent one', async () => {
    const find = async (q: string, more: Query = {}) => (await ask(owner, { q, take: 100, ...more })).body
    expect(numbersOf(await find('part-8999.dwg'))).toEqual([8_999])
    expect(numbersOf(await find('gearbox'))).toEqual(Array.from({ length: 100 }, (_, nth) => (nth + 1) * 90))
    expect(await askAll(owner, { q: 'gearbox' }, 7)).toHaveLength(100)
    expect(numbersOf(await find('gearbox part-90', { sort: 'old' }))).toEqual([9_000, 900, 90])
    expect(numbersOf(await find('gearbox', { skip: 98 }))).toEqual([8_910, 9_000])
    expect(numbersOf(await find('dwg', { take: 3 }))).toEqual([1, 2, 3])
    expect(numbersOf(await find('nowhere'))).toEqual([])
  })

  test('is searched in limited steps: a page with two rare letters is short and the next continues', async () => {
    const first = (await ask(owner, { q: 'zz', take: 5 })).body
    expect([first.allDocs, typeof first.next]).toEqual([[], 'string'])
    const second = (await ask(owner, { q: 'zz', take: 5, after: first.next })).body
    expect([second.allDocs, second.next]).toEqual([[], null])
    expect(await askAll(owner, { q: '77' }, 50)).toHaveLength(
      Array.from({ length: 9_000 }, (_, nth) => String(nth + 1)).filter((number) => number.includes('77')).length,
    )
  })
})

describe('an invalid list', () => {
  test('is refused: invalid cursors, teams, numbers and accounts', async () => {
    const owner = await makeAccount(app)
    for (let nth = 0; nth < 3; nth += 1)
      await insertListed(app.ctx, { accountId: owner.accountId, sentMinutesAgo: nth })
    const { next } = (await ask(owner, { take: 1 })).body
    const codeOf = async (query: Query, headers: Record<string, string> = {}) =>
      (await ask(owner, query, headers)).body.code
    const forged = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
    for (const after of [
      '',
      'x',
      'null',
      next.slice(1),
      `${next}AA`,
      forged(),
      forged('new', 0, 0, 'a'),
      forged('new', 0, '0', 'a', 0),
      forged('new', 0, 1e300, 'a', 0),
      forged('new', -1, 0, 'a', 0),
      forged('new', 0, 0, "a'b", 0),
      forged('new', 0, 0, 'a', -1),
      forged('new', 0, 0, 'a', 0, 0),
      forged('__proto__', 0, 0, 'a', 0),
    ]) {
      expect([after, await codeOf({ after })]).toEqual([after, 'invalid-input'])
    }
    expect(await codeOf({ after: next, sort: 'old' })).toBe('invalid-input')
    for (const number of [9_007_199_254_740_991, -9_007_199_254_740_991, null]) {
      for (const sort of transferSorts)
        expect(await codeOf({ after: forged(sort, 0, number, 'a', 0), sort })).toBeUndefined()
    }
    expect((await ask(owner, { after: next, skip: 2 })).body.allDocs).toHaveLength(2)
    for (const query of [
      { skip: -1 },
      { skip: 1_000_001 },
      { skip: 'x' },
      { take: 0 },
      { take: 101 },
      { filter: 'none' },
      { sort: '' },
    ]) {
      expect(await codeOf(query as Query)).toBe('invalid-input')
    }
    expect(await codeOf({ role: 'pro' })).toBe('unknown-field')
    expect(await codeOf({ userid: 'another' })).toBe('not-yours')
    expect(await codeOf({ userid: owner.accountId, dev: 'true' })).toBeUndefined()
    const unread = ['', '[1]', '{}', 'garbage', '["x"'].map((isteam) => [isteam, 'invalid-input'] as const)
    for (const [isteam, code] of [
      ...unread,
      ['[]', undefined],
      ['["x"]', 'not-yours'],
      [`["${owner.accountId}"]`, undefined],
    ] as const) {
      expect([isteam, await codeOf({}, { isteam })]).toEqual([isteam, code])
    }
    expect((await ask(makePerson(app))).body.code).toBe('unauthenticated')
  })
})
