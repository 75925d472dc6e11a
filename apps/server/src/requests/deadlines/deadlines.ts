import { instantOf, isTimeZone, zoneOrUtc } from '@waybill/contract/core/zoned-time'
import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { databaseNow, type RequestRow } from '../request-store.ts'
import { listSuppliersOf, setDeadlines } from '../supplier-store.ts'
import { nextReminder } from './reminder-times.ts'

type Asking = Pick<RequestRow, 'deadline' | 'deadline_zone' | 'deadline_rule' | 'reminders' | 'reminder_days'>

/** The zone that decides for a supplier: theirs, else the request's; UTC where this runtime knows neither. */
export const zoneFor = (timeZone: string | null, deadlineZone: string): string =>
  timeZone !== null && isTimeZone(timeZone) ? timeZone : zoneOrUtc(deadlineZone)

/** The deadline for a person in the zone; null where there is none. */
export function dueIn({ deadline, deadline_zone, deadline_rule }: Asking, timeZone: string | null): Date | null {
  if (deadline === null) return null
  return new Date(instantOf(deadline, zoneFor(deadline_rule === 'supplier' ? timeZone : null, deadline_zone)))
}

/**
 * A supplier's deadline, and their next reminder after `now`. `mayRemind`: they have not sent everything yet, and have an
 * address of their own.
 */
export function scheduleOf(
  request: Asking,
  { timeZone, mayRemind }: { timeZone: string | null; mayRemind: boolean },
  now: Date,
): { dueAt: Date | null; nextReminderAt: Date | null } {
  const dueAt = dueIn(request, timeZone)
  if (dueAt === null || !request.reminders || !mayRemind) return { dueAt, nextReminderAt: null }
  const zone = zoneFor(timeZone, request.deadline_zone)
  const next = nextReminder(dueAt.getTime(), zone, request.reminder_days, now.getTime())
  return { dueAt, nextReminderAt: next === null ? null : new Date(next) }
}

/** Recalculates deadlines and next reminders of all suppliers, or of some. The caller locks the request. */
export async function settleDeadlines(
  tx: Kysely<Database>,
  request: RequestRow,
  ids: readonly string[] | null = null,
): Promise<void> {
  const now = await databaseNow(tx)
  const suppliers = (await listSuppliersOf(tx, request.id)).filter(({ id }) => ids === null || ids.includes(id))
  await setDeadlines(
    tx,
    suppliers.map(({ id, kind, time_zone, completed_at }) => ({
      id,
      ...scheduleOf(request, { timeZone: time_zone, mayRemind: kind !== 'claimed' && completed_at === null }, now),
    })),
  )
}
