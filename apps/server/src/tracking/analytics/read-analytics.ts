import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { ContactCount, readAnalytics as endpoint } from '@waybill/contract/tracking/analytics-endpoints'
import type { Context } from '../../context.ts'
import type { ActorAccount } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/bind.ts'
import { readWhose } from '../../transfers/index.ts'
import {
  type CountQuery,
  type Counts,
  countContactDownloads,
  countSubjects,
  countTimes,
  findBestHours,
  type SubjectCounts,
} from '../ledger/index.ts'
import { baseName, type FileName, findFileNames, findMedians } from './analytics-store.ts'
import { type Period, periodOf, quarterOf } from './period.ts'

export type AnalyticsQuery = Call<typeof endpoint>['query']
type Reply = ReplyOf<typeof endpoint>
export type Asking = Pick<ActorAccount, 'id' | 'timeZone' | 'workspaceId' | 'memberRole'>
type Db = Pick<Context, 'db'>['db']

/** A question about the counts of accounts, and its days. */
export interface Question {
  period: Period
  query: CountQuery
}

const LISTED = 20
const EVERY_COUNTRY = 300

/**
 * About the caller's counts, or those of its team.
 *
 * @throws Problem as `questionAbout` and `readWhose`
 */
export async function questionOf(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  account: Asking,
  asked: AnalyticsQuery,
): Promise<Question> {
  const { accountIds } = await readWhose(db, account, { member: asked.member })
  return questionAbout({ accountIds, timeZone: account.timeZone }, asked, clock.nowMs())
}

/** @throws Problem 'invalid-input' for days that are invalid or too many */
export function questionAbout(
  { accountIds, timeZone }: { accountIds: readonly string[]; timeZone: string | null },
  asked: AnalyticsQuery,
  nowMs: number,
): Question {
  const now = new Date(nowMs)
  const period = periodOf(asked, now, timeZone)
  const [first] = period.spans
  const { contact, country, file } = asked
  const [from, to] = [quarterOf(first?.at ?? now), quarterOf(period.endsAt)]
  return { period, query: { accountIds, from, to, now: quarterOf(now), contact, country, file } }
}

/** Who downloaded what from the accounts, when and where. @throws Problem as `questionOf` */
export async function readAnalytics(
  ctx: Pick<Context, 'db' | 'clock'>,
  account: Asking,
  asked: AnalyticsQuery,
): Promise<Reply> {
  const { db } = ctx
  const { period, query } = await questionOf(ctx, account, asked)
  // The slowest query starts first.
  const [{ files, names }, { people, contacts }, times, countries] = await Promise.all([
    readFiles(db, query),
    readContacts(db, query, period),
    countPeriod(db, period, query),
    countSubjects(db, query, 'country', EVERY_COUNTRY),
  ])
  const { from, to, timeZone, each } = period
  return {
    from,
    to,
    timeZone,
    each,
    totals: sumOf(times),
    times,
    countries: countries.map(({ subject, ...row }) => ({ country: countryOf(subject), ...countsOf(row) })),
    contacts,
    contactCount: people.contacts[0]?.count ?? 0,
    files: files.map((row) => presentFile(row, names)),
    fileCount: files[0]?.count ?? 0,
    ...presentNever(query, people.neverFetched),
    fileName: baseName(names.find(({ fileId }) => fileId === query.file)),
  }
}

async function readContacts(db: Db, query: CountQuery, period: Period) {
  const people = await countContactDownloads(db, query, LISTED)
  return { people, contacts: await withHabits(db, query, period, people.contacts) }
}

async function readFiles(db: Db, query: CountQuery) {
  const files = await countSubjects(db, query, 'file', LISTED)
  const named = [...files.map(({ subject }) => subject), ...(query.file === undefined ? [] : [query.file])]
  return { files, names: await findFileNames(db, query.accountIds, named) }
}

/** Every span of the period, including empty ones. */
export async function countPeriod(db: Db, { spans }: Period, query: CountQuery): Promise<Reply['times']> {
  const rows = await countTimes(
    db,
    query,
    spans.map(({ at }) => quarterOf(at)),
  )
  const byNth = new Map(rows.map((row) => [row.nth, row]))
  return spans.map(({ at, local }, nth) => ({ at: at.toISOString(), local, ...countsOf(byNth.get(nth)) }))
}

/** Contacts with their habits. */
export async function withHabits(
  db: Db,
  query: CountQuery,
  { spans, endsAt }: Period,
  rows: readonly SubjectCounts[],
): Promise<ContactCount[]> {
  const addresses = rows.map(({ subject }) => subject).filter((address) => address !== '')
  const within = { from: spans[0]?.at ?? endsAt, to: endsAt }
  const [medians, hours] = await Promise.all([
    findMedians(db, query.accountIds, addresses, within),
    findBestHours(db, query.accountIds, addresses, query),
  ])
  return rows.map(({ subject, mails, ...row }) => ({
    email: subject,
    ...countsOf(row),
    mails,
    medianSeconds: medians.get(subject) ?? null,
    bestHour: hours.get(subject) ?? null,
  }))
}

/** A mail has no country and no file, so that nobody can be said to have ignored it there. */
export const tellsNever = ({ country, file }: CountQuery) => country === undefined && file === undefined

function presentNever(
  query: CountQuery,
  rows: readonly SubjectCounts[],
): Pick<Reply, 'neverFetched' | 'neverFetchedCount'> {
  const told = tellsNever(query) ? rows : []
  return {
    neverFetched: told.map(({ subject, mails, openings }) => ({ email: subject, mails, openings })),
    neverFetchedCount: told[0]?.count ?? 0,
  }
}

function presentFile({ subject, ...row }: SubjectCounts, names: readonly FileName[]): Reply['files'][number] {
  const found = names.find(({ fileId }) => fileId === subject)
  return { _id: subject, fileName: baseName(found), slug: found?.slug ?? null, ...countsOf(row) }
}

/** 'ZZ' is an unknown country. */
export const countryOf = (code: string): string | null => (code === 'ZZ' ? null : code)

export const countsOf = (row: Counts | undefined): Counts => ({
  downloads: row?.downloads ?? 0,
  repeats: row?.repeats ?? 0,
  openings: row?.openings ?? 0,
})

const sumOf = (rows: readonly Counts[]): Counts =>
  rows.reduce<Counts>(
    (sum, { downloads, repeats, openings }) => ({
      downloads: sum.downloads + downloads,
      repeats: sum.repeats + repeats,
      openings: sum.openings + openings,
    }),
    countsOf(undefined),
  )
