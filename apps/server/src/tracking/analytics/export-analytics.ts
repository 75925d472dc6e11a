import type { AnalyticsTable } from '@waybill/contract/tracking/analytics-endpoints'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import type { ActorAccount } from '../../platform/http/actor.ts'
import { sendCsv } from '../../platform/http/csv.ts'
import type { Budget } from '../../platform/http/limits/rate-limits.ts'
import { type Counts, countContactDownloads, countSubjects } from '../ledger/index.ts'
import { baseName, findFileNames } from './analytics-store.ts'
import {
  type AnalyticsQuery,
  type Asking,
  countPeriod,
  type Question,
  questionOf,
  tellsNever,
  withHabits,
} from './read-analytics.ts'

const EVERYTHING = 100_000
const AT_ONCE = 1_000
const tablesPerAccount: Budget = { name: 'analytics-tables', points: 30, seconds: 3_600 }

type Needs = Pick<Context, 'db' | 'clock'>
type Cells = Array<string | number | null>

const counts = { en: ['Downloads', 'Repeats', 'Openings'], zh: ['下载', '重复下载', '打开'] }
const headers: Record<AnalyticsTable, { en: string[]; zh: string[] }> = {
  times: { en: ['From', 'Local time', ...counts.en], zh: ['起始时间', '当地时间', ...counts.zh] },
  countries: { en: ['Country', ...counts.en], zh: ['国家或地区', ...counts.zh] },
  contacts: {
    en: ['Email', ...counts.en, 'Mails', 'Median seconds to fetch', 'Best hour'],
    zh: ['邮箱', ...counts.zh, '邮件', '下载用时中位数（秒）', '最佳时段'],
  },
  files: { en: ['File', 'Link', ...counts.en], zh: ['文件', '链接', ...counts.zh] },
  'never-fetched': { en: ['Email', 'Mails', 'Openings'], zh: ['邮箱', '邮件', '打开'] },
}

/**
 * One whole table of what `readAnalytics` returns.
 *
 * @throws Problem as `questionOf`; 'too-many-requests'
 */
export async function exportAnalytics(
  ctx: Needs & Pick<Context, 'limits'>,
  account: Asking & Pick<ActorAccount, 'language'>,
  { table, ...asked }: AnalyticsQuery & { table: AnalyticsTable },
  reply: FastifyReply,
): Promise<undefined> {
  const question = await questionOf(ctx, account, asked)
  await ctx.limits.spend(tablesPerAccount, account.id)
  const rows = await rowsOf[table](ctx, question)
  const { from, to } = question.period
  const cells = rows.map((row) => row.map((cell) => String(cell ?? '')))
  return sendCsv(reply, `${table}-${from}-${to}.csv`, [headers[table][account.language], ...cells])
}

const rowsOf: Record<AnalyticsTable, (ctx: Needs, question: Question) => Promise<Cells[]>> = {
  times: async ({ db }, { period, query }) => {
    const times = await countPeriod(db, period, query)
    return times.map((time) => [time.at, time.local.replace('T', ' '), ...countCells(time)])
  },
  countries: async ({ db }, { query }) => {
    const rows = await countSubjects(db, query, 'country', EVERYTHING)
    return rows.map((row) => [row.subject, ...countCells(row)])
  },
  contacts: listContacts,
  files: listFiles,
  'never-fetched': async ({ db }, { query }) => {
    const { neverFetched } = await countContactDownloads(db, query, EVERYTHING)
    return tellsNever(query) ? neverFetched.map((row) => [row.subject, row.mails, row.openings]) : []
  },
}

async function listContacts({ db }: Needs, { period, query }: Question): Promise<Cells[]> {
  const { contacts } = await countContactDownloads(db, query, EVERYTHING)
  const cells: Cells[] = []
  for (let at = 0; at < contacts.length; at += AT_ONCE) {
    const page = await withHabits(db, query, period, contacts.slice(at, at + AT_ONCE))
    cells.push(...page.map((row) => [row.email, ...countCells(row), row.mails, row.medianSeconds, row.bestHour]))
  }
  return cells
}

async function listFiles({ db }: Needs, { query }: Question): Promise<Cells[]> {
  const files = await countSubjects(db, query, 'file', EVERYTHING)
  const names = await findFileNames(
    db,
    query.accountIds,
    files.map(({ subject }) => subject),
  )
  const byId = new Map(names.map((name) => [name.fileId, name]))
  return files.map((row) => {
    const found = byId.get(row.subject)
    return [baseName(found), found?.slug ?? null, ...countCells(row)]
  })
}

const countCells = ({ downloads, repeats, openings }: Counts) => [downloads, repeats, openings]
