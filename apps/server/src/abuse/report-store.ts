import type { ReportDecision, ReportReason } from '@waybill/contract/abuse/reports'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import { hashToken } from '../platform/ids.ts'
import { complainerOf } from './complainer-of.ts'

/** Reports of transfers. A transfer has at most one of each network, and its reports are decided together. */
type Db = Kysely<Database>

/** How many reports of one transfer a list shows in full; `reportCount` counts all. */
const SHOWN_REPORTS = 20

interface NewReport {
  id: string
  transferId: string
  /** A keyed hash of the network. */
  reporter: Buffer
  /** The recipient who was mailed the link that it came by; null: anybody has this link. */
  recipient: { id: string; address: string } | null
  /** The sender's mailbox. */
  sender: string
  reason: ReportReason
  text: string
  address: string | null
}

interface InsertedReport {
  isNew: boolean
  /** Of those of its transfer that await a decision. */
  isFirst: boolean
  /** It counts against the mails of its sender. */
  isComplaint: boolean
}

export async function insertReport(tx: Db, report: NewReport): Promise<InsertedReport> {
  const { id, transferId, reporter, sender, reason, text, address } = report
  // Of two reports at once the second sees the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reports about ${sender}`}, 0))`.execute(tx)
  const complainer = (await isNewComplaint(tx, report)) ? report.recipient : null
  const { rows } = await sql<{ isFirst: boolean }>`
    insert into abuse_reports (id, transfer_id, reporter, recipient_id, sender, reason, text, address)
    values (${id}, ${transferId}, ${reporter}, ${complainer?.id ?? null}, ${hashToken(sender)}, ${reason}, ${text},
      ${address})
    on conflict (transfer_id, reporter) do nothing
    returning not exists (
      select from abuse_reports r where r.transfer_id = ${transferId} and r.decided_at is null and r.id <> ${id}
    ) as "isFirst"`.execute(tx)
  const isNew = rows.length > 0
  return { isNew, isFirst: rows[0]?.isFirst ?? false, isComplaint: isNew && complainer !== null }
}

/**
 * Whether a report counts against the mails of its sender (`complaints_about`): one of a recipient who has no undecided
 * report of this sender that counts, and has never counted for this transfer (`complainerOf`). So one person is never two,
 * nor is one company, and nobody can undo a decision.
 */
async function isNewComplaint(tx: Db, { transferId, recipient, sender }: NewReport): Promise<boolean> {
  if (recipient === null) return false
  const { rows } = await sql<{ address: string | null }>`
    select r.address from recipient_facts r where r.id in (
      select recipient_id from abuse_reports
      where sender = ${hashToken(sender)} and decided_at is null and recipient_id is not null
      union all
      select recipient_id from abuse_reports where transfer_id = ${transferId}
    )`.execute(tx)
  const complainer = complainerOf(recipient.address)
  return !rows.some(({ address }) => address !== null && complainerOf(address) === complainer)
}

export interface ReportedTransfer {
  transferId: string
  slug: string
  sender: { address: string; name: string | null; isProven: boolean; accountId: string | null }
  fileCount: number
  bytes: number
  sentAt: Date
  isBlocked: boolean
  /** Null: nobody has decided yet. */
  decided: { decision: ReportDecision; by: string; at: Date; note: string } | null
  reportCount: number
  /** How many reports name each reason. */
  reasons: Partial<Record<ReportReason, number>>
  /** The newest, at most 20. Addresses are not proven; null: none was given. Instants are ISO 8601. */
  reports: Array<{ id: string; reason: ReportReason; text: string; address: string | null; at: string }>
  lastAt: Date
}

interface ReportSearch {
  isDecided?: boolean
  /** Names one transfer. */
  slug?: string | null
  /** The last one of the page before. */
  after?: { reportCount: number; lastAt: Date; transferId: string } | null
  limit?: number
}

/** Transfers whose reports await a decision, or were decided, by the number of their reports and then the latest first. */
export async function listReports(
  db: Db,
  { isDecided = false, slug = null, after = null, limit = 100 }: ReportSearch = {},
): Promise<ReportedTransfer[]> {
  // A row's instant is read in milliseconds.
  const order = sql`g.count, date_trunc('milliseconds', g.last_at), t.id`
  const end = after && sql`${after.reportCount}::int, ${after.lastAt}::timestamptz, ${after.transferId}::text`
  const { rows } = await sql<ReportedTransfer>`
    select t.id as "transferId", t.slug, t.file_count as "fileCount", t.bytes, t.sent_at as "sentAt",
      t.blocked_at is not null as "isBlocked", g.count as "reportCount", g.last_at as "lastAt",
      jsonb_build_object('address', coalesce(a.email, t.sender_address), 'name', t.sender_name,
        'isProven', t.sender_proven, 'accountId', t.account_id) as sender,
      (select jsonb_object_agg(reason, n) from (
        select reason, count(*)::int as n from abuse_reports r
        where r.transfer_id = t.id and (r.decided_at is not null) = ${isDecided} group by reason
      ) counted) as reasons,
      (select jsonb_agg(jsonb_build_object('id', id, 'reason', reason, 'text', text, 'address', address, 'at', created_at)
        order by created_at desc, id) from (
        select * from abuse_reports r where r.transfer_id = t.id and (r.decided_at is not null) = ${isDecided}
        order by created_at desc, id limit ${SHOWN_REPORTS}
      ) shown) as reports,
      case when d.id is not null then
        jsonb_build_object('decision', d.decision, 'by', d.decided_by, 'at', d.decided_at, 'note', d.note) end as decided
    from (
      select transfer_id, count(*)::int as count, max(created_at) as last_at, max(decided_at) as decided_at
      from abuse_reports where (decided_at is not null) = ${isDecided} group by transfer_id
    ) g
    join transfer_facts t on t.id = g.transfer_id
    left join account_facts a on a.id = t.account_id
    left join lateral (
      select * from abuse_reports r where r.transfer_id = t.id and r.decided_at = g.decided_at limit 1
    ) d on true
    where (${slug}::text is null or t.slug = ${slug}) and ${end === null ? sql`true` : sql`(${order}) < (${end})`}
    order by (${order}) desc limit ${limit}`.execute(db)
  return rows.map(({ decided, ...row }) => ({ ...row, decided: decided && { ...decided, at: new Date(decided.at) } }))
}

/** The transfer that a decision is about, where it was ever reported. */
export interface DecidedTransfer {
  id: string
  slug: string
  accountId: string | null
  address: string
  language: string
  isProven: boolean
}

export async function findReported(db: Db, slug: string): Promise<DecidedTransfer | null> {
  const { rows } = await sql<DecidedTransfer>`
    select t.id, t.slug, t.account_id as "accountId", coalesce(a.email, t.sender_address) as address,
      t.sender_language as language, t.sender_proven as "isProven"
    from transfer_facts t left join account_facts a on a.id = t.account_id
    where t.slug = ${slug} and exists (select from abuse_reports r where r.transfer_id = t.id)`.execute(db)
  return rows[0] ?? null
}

/**
 * Decides all reports of a transfer on which nobody has decided the same before.
 *
 * @returns their reasons, each once; none where there was nothing left
 */
export async function settleReports(
  tx: Db,
  transferId: string,
  { decision, by, note }: { decision: ReportDecision; by: string; note: string },
): Promise<ReportReason[]> {
  const { rows } = await sql<{ reason: ReportReason }>`
    update abuse_reports set decided_at = now(), decision = ${decision}, decided_by = ${by}, note = ${note}
    where transfer_id = ${transferId} and (decided_at is null or decision <> ${decision}) returning reason`.execute(tx)
  return [...new Set(rows.map(({ reason }) => reason))].sort()
}

/** Deletes reports a year after their decision. */
export async function forgetOldReports(db: Db): Promise<void> {
  await sql`delete from abuse_reports where decided_at < now() - interval '1 year'`.execute(db)
}
