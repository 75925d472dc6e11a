import { isDaytime, isTimeZone, nextDaytime, nextReminder } from '@waybill/contract/deadline'
import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../database/schema.ts'
import { mailPerson } from './mail-person.ts'
import { claimDue, type DueReminder, setNextReminder } from './reminder-store.ts'

type Needs = Pick<Context, 'db' | 'masterKey' | 'config'>

/**
 * Mails those whose reminder is due. Each is queued in the transaction that sets the next one, so that a run that dies
 * anywhere is run again and nobody is reminded twice. Who would be written to at night, because this did not run by day,
 * is put off until the morning; reminders that were missed altogether are one. An address whose mail came back is left in
 * peace until a mail by hand arrives there.
 */
export async function remindDue(ctx: Needs): Promise<void> {
  for (let done = -1; done !== 0; ) {
    done = await ctx.db.transaction().execute(async (tx) => {
      const due = await claimDue(tx)
      for (const one of due) await remind(ctx, tx, one)
      return due.length
    })
  }
}

async function remind(ctx: Needs, tx: Kysely<Database>, due: DueReminder): Promise<void> {
  const { person_id: personId, request_id: requestId, due_at: dueAt, now } = due
  const zone = isTimeZone(due.time_zone) ? due.time_zone : 'UTC'
  const nowMs = now.getTime()
  if (!isDaytime(nowMs, zone)) {
    return setNextReminder(tx, personId, { at: new Date(nextDaytime(nowMs, zone)), isReminded: false })
  }
  const next = dueAt && nextReminder(dueAt.getTime(), zone, due.reminder_days, nowMs)
  await setNextReminder(tx, personId, { at: next ? new Date(next.atMs) : null, isReminded: !due.last_returned })
  if (due.last_returned) return
  const isLate = dueAt !== null && dueAt.getTime() <= nowMs
  await mailPerson(ctx, tx, { requestId, personId }, { template: 'files-asked-again', more: { isLate } })
}
