import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { mailsToSupplier } from '../../platform/mail-transport/index.ts'
import { isRemindable } from '../suppliers/supplier-store.ts'

/** Who is to be reminded. */
type Db = Kysely<Database>

export interface DueReminder {
  supplier_id: string
  request_id: string
  account_id: string
  address: string | null
  due_at: Date | null
  time_zone: string
  reminder_days: number[]
  /** The last mail to them was refused or came back. */
  last_returned: boolean
  now: Date
}

const AT_ONCE = 50

/**
 * Holds some whose reminder is due, of requests that are open and remind; others who look meanwhile pass them over.
 */
export async function claimDue(tx: Db): Promise<DueReminder[]> {
  const { rows } = await sql<DueReminder>`
    select p.id as supplier_id, p.request_id, r.account_id, p.address, p.due_at, coalesce(p.time_zone, r.deadline_zone) as time_zone,
      r.reminder_days, now() as now, coalesce((
        select m.refused_at is not null or m.bounced_at is not null from ${mailsToSupplier('p.id')} m
        order by m.created_at desc limit 1), false) as last_returned
    from request_suppliers p join requests r on r.id = p.request_id join account_facts a on a.id = r.account_id
    where p.next_reminder_at <= now() and p.completed_at is null and p.removed_at is null
      and r.deleted_at is null and r.closed_at is null and r.paused_at is null and r.reminders
      and (r.expires_at is null or r.expires_at > now()) and a.deleted_at is null and a.suspended_at is null
    order by p.next_reminder_at limit ${AT_ONCE} for no key update of p skip locked`.execute(tx)
  return rows
}

export async function setNextReminder(
  tx: Db,
  supplierId: string,
  { at, isReminded }: { at: Date | null; isReminded: boolean },
): Promise<void> {
  await tx
    .updateTable('request_suppliers')
    .set({ next_reminder_at: at, ...(isReminded ? { reminded_at: sql<Date>`now()` } : {}) })
    .where('id', '=', supplierId)
    .execute()
}

/**
 * Of these suppliers, or of all, those who wait and were not reminded within the hour, held until the transaction ends.
 */
export async function listRemindable(
  tx: Db,
  requestId: string,
  ids: readonly string[] | null,
): Promise<Array<{ id: string; address: string }>> {
  const { rows } = await sql<{ id: string; address: string }>`
    select p.id, p.address from request_suppliers p
    where p.request_id = ${requestId} and (${ids === null}::boolean or p.id = any(${[...(ids ?? [])]}::text[]))
      and ${isRemindable}
    order by p.id for no key update`.execute(tx)
  return rows
}

/** They are reminded by now. Called with them held. */
export async function claimByHand(tx: Db, ids: readonly string[]): Promise<string[]> {
  await sql`update request_suppliers set reminded_at = now() where id = any(${[...ids]}::text[])`.execute(tx)
  return [...ids]
}

/** The instant by the database's clock. */
export async function databaseNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
  return (rows[0] as { now: Date }).now
}
