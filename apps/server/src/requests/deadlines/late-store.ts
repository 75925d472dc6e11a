import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** Who is late with what an account asked for. */
type Db = Kysely<Database>

export interface LateRequest {
  id: string
  slug: string
  title: string
  late: number
  suppliers: number
  since: Date
}

/** Requests of the account that still take files and have a deadline behind them; who waits longest comes first. */
export async function listLateRequests(db: Db, accountId: string, take: number): Promise<LateRequest[]> {
  const { rows } = await sql<LateRequest>`
    select r.id, r.slug, r.title, count(*)::int as late, r.supplier_count as suppliers, min(p.due_at) as since
    from requests r join request_suppliers p on p.request_id = r.id
    where r.account_id = ${accountId} and r.deleted_at is null and r.closed_at is null and r.paused_at is null
      and (r.expires_at is null or r.expires_at > now())
      and p.removed_at is null and p.completed_at is null and p.due_at < now()
    group by r.id order by since, r.id limit ${take}`.execute(db)
  return rows
}
