import type { Kysely } from 'kysely'
import { accountSender, countOrWait, readLiveAccount } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { claimDueReminders, type DueReminder, setNextReminder } from '../supplier-store.ts'
import { mailSupplier } from '../suppliers/mail-supplier.ts'
import { zoneFor } from './deadlines.ts'
import { isDaytime, nextDaytime, nextReminder } from './reminder-times.ts'

type Needs = Pick<Context, 'db' | 'masterKey' | 'config'>

/**
 * Mails the due reminders. Each is queued in the transaction that schedules the next one, so that a run that dies
 * anywhere is run again and nobody is reminded twice. A supplier whom the account may not mail now is reminded when
 * that is possible again. At night in the supplier's zone a reminder waits until the morning; several missed ones
 * become one. An address whose mail bounced gets no reminder until a mail sent by hand arrives there.
 */
export async function remindDue(ctx: Needs): Promise<void> {
  for (let done = -1; done !== 0; ) {
    done = await ctx.db.transaction().execute(async (tx) => {
      const due = await claimDueReminders(tx)
      // In one order, so that two runs that count for the same accounts do not deadlock.
      due.sort((one, other) => (one.account_id < other.account_id ? -1 : 1))
      for (const one of due) await remind(ctx, tx, one)
      return due.length
    })
  }
}

async function remind(ctx: Needs, tx: Kysely<Database>, due: DueReminder): Promise<void> {
  const { supplier_id: supplierId, request_id: requestId, due_at: dueAt, now } = due
  const zone = zoneFor(due.time_zone, due.deadline_zone)
  const nowMs = now.getTime()
  if (!isDaytime(nowMs, zone)) {
    return setNextReminder(tx, supplierId, { at: new Date(nextDaytime(nowMs, zone)), isReminded: false })
  }
  const waitSeconds = due.last_returned ? 0 : await countOrSecondsToWait(tx, due)
  if (waitSeconds > 0) {
    return setNextReminder(tx, supplierId, { at: new Date(nowMs + waitSeconds * 1_000), isReminded: false })
  }
  const next = dueAt && nextReminder(dueAt.getTime(), zone, due.reminder_days, nowMs)
  await setNextReminder(tx, supplierId, { at: next === null ? null : new Date(next), isReminded: !due.last_returned })
  if (due.last_returned) return
  const isLate = dueAt !== null && dueAt.getTime() <= nowMs
  await mailSupplier(ctx, tx, { requestId, supplierId }, { template: 'files-asked-again', more: { isLate } })
}

/** How long the account has to wait before it may mail them; 0 counts the mail. */
async function countOrSecondsToWait(tx: Kysely<Database>, { account_id, address }: DueReminder): Promise<number> {
  const live = address === null ? null : await readLiveAccount(tx, account_id)
  return live === null || address === null ? 0 : countOrWait(tx, accountSender(live, null), address)
}
