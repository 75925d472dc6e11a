import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { ContactCount, readAnalytics as endpoint } from '@waybill/contract/tracking/analytics-endpoints'
import type { Context } from '../../context.ts'
import type { ActorAccount } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/bind.ts'
import {
  type Counts,
  type CountWish,
  countContactDownloads,
  countSubjects,
  countTimes,
  findBestHours,
  type SubjectCounts,
} from '../ledger/index.ts'
import { baseName, type FileName, findFileNames, findMedians } from './analytics-store.ts'
import { type Period, periodOf } from './period.ts'
import { quarterOf } from './wall-clock.ts'

export type AnalyticsWish = Call<typeof endpoint>['query']
type Reply = ReplyOf<typeof endpoint>
type Db = Pick<Context, 'db'>['db']

/** A question about an account's counts, and its days. */
export interface Question {
  period: Period
  wish: CountWish
}

const LISTED = 20
const EVERY_COUNTRY = 300

/** @throws Problem 'invalid-input' for days that are invalid or too many */
export function questionOf(
  { id, timeZone }: Pick<ActorAccount, 'id' | 'timeZone'>,
  asked: AnalyticsWish,
  nowMs: number,
): Question {
  const now = new Date(nowMs)
  const period = periodOf(asked, now, timeZone)
  const [first] = period.spans
  const { contact, country, file } = asked
  const [from, to] = [quarterOf(first?.at ?? now), quarterOf(period.endsAt)]
  return { period, wish: { accountId: id, from, to, now: quarterOf(now), contact, country, file } }
}

/** Who downloaded what from the account, when and where. @throws Problem as `questionOf` */
export async function readAnalytics(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  account: Pick<ActorAccount, 'id' | 'timeZone'>,
  asked: AnalyticsWish,
): Promise<Reply> {
  const { period, wish } = questionOf(account, asked, clock.nowMs())
  // The slowest query starts first.
  const [{ files, names }, { people, contacts }, times, countries] = await Promise.all([
    readFiles(db, wish),
    readContacts(db, wish, period),
    countPeriod(db, period, wish),
    countSubjects(db, wish, 'country', EVERY_COUNTRY),
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
    ...presentNever(wish, people.neverFetched),
    fileName: baseName(names.find(({ fileId }) => fileId === wish.file)),
  }
}

async function readContacts(db: Db, wish: CountWish, period: Period) {
  const people = await countContactDownloads(db, wish, LISTED)
  return { people, contacts: await withHabits(db, wish, period, people.contacts) }
}

async function readFiles(db: Db, wish: CountWish) {
  const files = await countSubjects(db, wish, 'file', LISTED)
  const named = [...files.map(({ subject }) => subject), ...(wish.file === undefined ? [] : [wish.file])]
  return { files, names: await findFileNames(db, wish.accountId, named) }
}

/** Every span of the period, including empty ones. */
export async function countPeriod(db: Db, { spans }: Period, wish: CountWish): Promise<Reply['times']> {
  const rows = await countTimes(
    db,
    wish,
    spans.map(({ at }) => quarterOf(at)),
  )
  const byNth = new Map(rows.map((row) => [row.nth, row]))
  return spans.map(({ at, local }, nth) => ({ at: at.toISOString(), local, ...countsOf(byNth.get(nth)) }))
}

/** Contacts with their habits. */
export async function withHabits(
  db: Db,
  wish: CountWish,
  { spans, endsAt }: Period,
  rows: readonly SubjectCounts[],
): Promise<ContactCount[]> {
  const addresses = rows.map(({ subject }) => subject).filter((address) => address !== '')
  const within = { from: spans[0]?.at ?? endsAt, to: endsAt }
  const [medians, hours] = await Promise.all([
    findMedians(db, wish.accountId, addresses, within),
    findBestHours(db, wish.accountId, addresses, wish),
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
export const tellsNever = ({ country, file }: CountWish) => country === undefined && file === undefined

function presentNever(
  wish: CountWish,
  rows: readonly SubjectCounts[],
): Pick<Reply, 'neverFetched' | 'neverFetchedCount'> {
  const told = tellsNever(wish) ? rows : []
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
