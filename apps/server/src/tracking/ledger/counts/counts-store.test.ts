import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { insertAccount } from '#test/transfers/alerted'
import { addUp } from '../count-store.ts'
import {
  type CountQuery,
  countContactDownloads,
  countSubjects,
  countTimes,
  type Facet,
  type SubjectCounts,
} from './counts-store.ts'

const NOW = 1_994_321
const YEARS = 3 * 366 * 96
const EVERYTHING = 1_000
const kinds = ['opening', 'download', 'repeat', 'mail'] as const

interface Row {
  /** Which of the two accounts. */
  owner: number
  quarter: number
  kind: (typeof kinds)[number]
  country: string
  address: string
  fileId: string
}

let app: TestApp
let accountIds: string[]
let rows: Row[]
beforeAll(async () => {
  app = await makeTestApp()
  accountIds = [
    (await insertAccount(app.ctx, { alerts: 'none' })).id,
    (await insertAccount(app.ctx, { alerts: 'none' })).id,
  ]
  const aRow = fc.record({
    owner: fc.constantFrom(0, 1),
    // Some come from a clock that ran ahead.
    quarter: fc.integer({ min: NOW - YEARS, max: NOW + 9_600 }),
    kind: fc.constantFrom(...kinds),
    country: fc.constantFrom('IN', 'CN', 'ZZ'),
    address: fc.constantFrom('', 'asha@rao-forge.example', 'lin@example.com'),
    fileId: fc.constantFrom('', 'one', 'other'),
  })
  rows = fc.sample(aRow, 1_200)
  await insert(rows.slice(0, 1_000))
  await addUp(app.ctx.db, 100_000)
  await insert(rows.slice(1_000))
})
afterAll(() => app?.close())

const insert = (some: readonly Row[]) =>
  app.ctx.db
    .insertInto('counted_fresh')
    .values(
      some.map(({ fileId, owner, ...row }) => ({
        ...row,
        account_id: accountIds[owner] ?? '',
        file_id: fileId,
        local_hour: null,
      })),
    )
    .execute()

const within = ({ accountIds: of, from, to, country, contact, file }: CountQuery) =>
  rows.filter(
    (row) =>
      of.includes(accountIds[row.owner] ?? '') &&
      row.quarter >= from &&
      row.quarter < to &&
      (country === undefined || row.country === country) &&
      (contact === undefined || row.address === contact) &&
      (file === undefined || (row.fileId === file && file !== '')),
  )

/** One by one: the expected value of the sums. */
function countSingly(query: CountQuery, facet: Facet) {
  const of = {
    contact: ({ address }: Row) => address,
    file: ({ fileId }: Row) => fileId,
    country: (row: Row) => row.country,
  }
  const counts = new Map<string, Record<(typeof kinds)[number], number>>()
  for (const row of within(query)) {
    if ((facet === 'file' && row.fileId === '') || (facet === 'country' && row.kind === 'mail')) continue
    const subject = of[facet](row)
    const known = counts.get(subject) ?? { opening: 0, download: 0, repeat: 0, mail: 0 }
    counts.set(subject, { ...known, [row.kind]: known[row.kind] + 1 })
  }
  return [...counts].map(([subject, { opening, download, repeat, mail }]) => ({
    subject,
    downloads: download,
    repeats: repeat,
    openings: opening,
    mails: mail,
  }))
}

const inOrder = (some: ReadonlyArray<Omit<SubjectCounts, 'count'>>) =>
  some
    .map(({ subject, downloads, repeats, openings, mails }) => ({ subject, downloads, repeats, openings, mails }))
    .toSorted((one, other) => (one.subject < other.subject ? -1 : 1))

const queries = fc
  .record({
    ends: fc.tuple(fc.integer({ min: NOW - YEARS, max: NOW + 96 }), fc.integer({ min: NOW - YEARS, max: NOW + 96 })),
    country: fc.option(fc.constantFrom('IN', 'ZZ', 'DE'), { nil: undefined }),
    contact: fc.option(fc.constantFrom('', 'lin@example.com'), { nil: undefined, freq: 1 }),
    file: fc.option(fc.constantFrom('one', ''), { nil: undefined, freq: 1 }),
  })
  .map(({ ends, ...narrowed }) => ({ from: Math.min(...ends), to: Math.max(...ends) + 1, now: NOW, ...narrowed }))

test('matches the rows for every range and every question, about one account and two', async () => {
  await fc.assert(
    fc.asyncProperty(queries, fc.constantFrom(16, 96, 672), fc.constantFrom(1, 2), async (asked, each, owners) => {
      const { db } = app.ctx
      const query = { accountIds: accountIds.slice(0, owners), ...asked }
      for (const facet of ['file', 'country'] as const) {
        const expected = countSingly(query, facet).filter((row) => row.downloads + row.repeats + row.openings > 0)
        const counted = await countSubjects(db, query, facet, EVERYTHING)
        expect(inOrder(counted)).toEqual(inOrder(expected))
        expect(counted.every(({ count }) => count === expected.length)).toBe(true)
      }
      const people = countSingly(query, 'contact')
      const { contacts, neverFetched } = await countContactDownloads(db, query, EVERYTHING)
      expect(inOrder(contacts)).toEqual(inOrder(people.filter((row) => row.downloads + row.repeats + row.openings > 0)))
      expect(inOrder(neverFetched)).toEqual(
        inOrder(people.filter((row) => row.mails > 0 && row.downloads === 0 && row.subject !== '')),
      )
      const starts = Array.from(
        { length: Math.min(60, Math.ceil((query.to - query.from) / each)) },
        (_, nth) => query.from + nth * each,
      )
      const times = await countTimes(db, query, starts)
      const nthOf = ({ quarter }: Row) => Math.min(starts.length - 1, Math.floor((quarter - query.from) / each))
      const openings = within(query).filter(({ kind }) => kind === 'opening')
      for (const [nth] of starts.entries()) {
        const told = times.find((time) => time.nth === nth)?.openings ?? 0
        expect([nth, told]).toEqual([nth, openings.filter((row) => nthOf(row) === nth).length])
      }
    }),
    { numRuns: 60 },
  )
})
