import type { Language } from '@waybill/contract/core/fields'
import { type Expression, type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import { type MailPlace, mailsToRecipient } from '../platform/mail-transport/index.ts'
import {
  alertModeOf,
  claimToRemind,
  EXPIRING_DAYS,
  holdServed,
  isServed,
  lockRecipientWhole,
  senderMailbox,
} from '../transfers/index.ts'

export type AlertKind = 'finished' | 'stopped'

/** When a file last joined the transfer: earlier mails do not cover it. */
const lastAddedAt = (transferId: Expression<string>) =>
  sql<Date>`(select max(added_at) from transfer_contents c where c.transfer_id = ${transferId})`

/** True once per recipient and kind, and again after files were added, for the caller that may report it. */
export async function claimAlert(
  tx: Kysely<Database>,
  alert: { transferId: string; recipientId: string; kind: AlertKind },
): Promise<boolean> {
  const row = await tx
    .insertInto('alerts')
    .values({ transfer_id: alert.transferId, recipient_id: alert.recipientId, kind: alert.kind })
    .onConflict((conflict) =>
      conflict
        .columns(['recipient_id', 'kind'])
        .doUpdateSet({ at: sql<Date>`now()` })
        .where((where) => where('alerts.at', '<', lastAddedAt(where.ref('alerts.transfer_id')))),
    )
    .returning('kind')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The transfer of a recipient, its row locked until the transaction ends, so that "finished" and "stopped" of one
 * recipient are decided one after the other. Undefined where it was deleted or its sender never proved the address.
 */
export async function lockToldTransfer(tx: Kysely<Database>, recipientId: string) {
  await lockRecipientWhole(tx, recipientId)
  const row = await tx
    .selectFrom('recipient_facts as recipients')
    .innerJoin('transfer_facts as transfers', 'transfers.id', 'recipients.transfer_id')
    .leftJoin('account_facts as accounts', 'accounts.id', 'transfers.account_id')
    .select(['transfers.id', 'transfers.slug', 'transfers.title', 'transfers.account_id'])
    .select(senderMailbox.as('sender_mailbox'))
    .select(['transfers.sender_language', 'transfers.sender_time_zone', 'recipients.link_id'])
    .select(sql<string | null>`recipient_label(recipients.address, recipients.device, recipients.city)`.as('recipient'))
    .select(alertModeOf.as('alerts'))
    .where('recipients.id', '=', recipientId)
    .where('transfers.deleted_at', 'is', null)
    .where('transfers.sender_proven', '=', true)
    .executeTakeFirst()
  return (
    row && {
      transferId: row.id,
      slug: row.slug,
      title: row.title,
      accountId: row.account_id,
      senderAddress: row.sender_mailbox,
      senderLanguage: senderLanguage(row.sender_language),
      senderTimeZone: row.sender_time_zone,
      recipient: row.recipient,
      linkId: row.link_id,
      alerts: row.alerts,
    }
  )
}

export type ToldTransfer = NonNullable<Awaited<ReturnType<typeof lockToldTransfer>>>

export async function isAlerted(db: Kysely<Database>, recipientId: string, kind: AlertKind): Promise<boolean> {
  const row = await db
    .selectFrom('alerts')
    .select('kind')
    .where('recipient_id', '=', recipientId)
    .where('kind', '=', kind)
    .where((where) => where('at', '>=', lastAddedAt(where.ref('alerts.transfer_id'))))
    .executeTakeFirst()
  return row !== undefined
}

export interface FileProgress {
  id: string
  path: string
  bytes: number
  deliveredBytes: number
  changedAt: Date | null
  finishedAt: Date | null
  /** Since the last byte; null where none was sent. */
  idleSeconds: number | null
}

/** One recipient's progress on each file that the transfer has and that is not withdrawn, in the sender's order. */
export async function readProgress(
  db: Kysely<Database>,
  { recipientId, transferId }: { recipientId: string; transferId: string },
): Promise<FileProgress[]> {
  const rows = await db
    .selectFrom('transfer_contents as transfer_files')
    .innerJoin('stored_files as files', 'files.id', 'transfer_files.file_id')
    .leftJoin('delivery_facts as deliveries', (join) =>
      join.onRef('deliveries.file_id', '=', 'files.id').on('deliveries.recipient_id', '=', recipientId),
    )
    .select(['files.id', 'transfer_files.path', 'files.bytes', 'deliveries.changed_at', 'deliveries.finished_at'])
    .select('deliveries.bytes as delivered_bytes')
    .select(sql<number | null>`extract(epoch from now() - deliveries.changed_at)::float8`.as('idle_seconds'))
    .where('transfer_files.transfer_id', '=', transferId)
    .where('transfer_files.removed_at', 'is', null)
    .where('files.withdrawn_at', 'is', null)
    .orderBy('transfer_files.position')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    path: row.path,
    bytes: row.bytes,
    deliveredBytes: row.delivered_bytes ?? 0,
    changedAt: row.changed_at,
    finishedAt: row.finished_at,
    idleSeconds: row.idle_seconds,
  }))
}

/** What a person does happens at a place; what the server notices about them does not. */
const seenBy = ['opened', 'proven', 'begun', 'delivered', 'finished']

/**
 * Where each file was last sent to a person, by file id; under '' where the recipient was last seen at all, which also
 * stands for the files of a zip.
 */
export async function readPlaces(
  db: Kysely<Database>,
  { recipientId, transferId }: { recipientId: string; transferId: string },
): Promise<Map<string, MailPlace>> {
  const { rows } = await sql<{ fileId: string; at: Date } & MailPlace>`
    select distinct on (file.id) file.id as "fileId", e.country, e.city, e.time_zone as "timeZone", e.at
    from event_facts e cross join lateral files_counted(e.kind, e.file_id, e.files) as file (id)
    where e.transfer_id = ${transferId} and e.recipient_id = ${recipientId} and e.actor_kind = 'human'
      and e.kind = any(${seenBy}::text[])
    order by file.id, e.at desc`.execute(db)
  const latest = rows.toSorted((one, other) => one.at.getTime() - other.at.getTime()).at(-1)
  const places = new Map(rows.map(({ fileId, ...row }) => [fileId, placeOf(row)]))
  if (latest) places.set('', placeOf(latest))
  return places
}

const placeOf = ({ country, city, timeZone }: MailPlace): MailPlace => ({ country, city, timeZone })

/**
 * A transfer that is to be mailed, with its addressees; undefined where it is not served. For one sent as a link these
 * are the people whom its sender wants to mail it to. `wants_again`: the sender has asked for it since the last mail.
 * `holds`: locks its row until the transaction ends.
 */
export async function readMailedTransfer(db: Kysely<Database>, transferId: string, { holds = false } = {}) {
  if (holds) await holdServed(db, transferId)
  const transfer = await db
    .selectFrom('transfer_facts as transfers')
    .selectAll()
    .where('id', '=', transferId)
    .where(isServed())
    .executeTakeFirst()
  if (!transfer) return undefined
  const recipients = await db
    .selectFrom('recipient_facts as recipients')
    .leftJoinLateral(
      sql<{ at: Date | null }>`(
        select max(created_at) as at from ${mailsToRecipient('recipients.id')} m
        where template in ('files-arrived', 'files-arrived-again'))`.as('mailed'),
      (join) => join.onTrue(),
    )
    .select(['recipients.id', 'recipients.address', 'recipients.language', 'mailed.at as mailed_at'])
    .select(sql<boolean>`coalesce(told_again_at >= mailed.at, false)`.as('wants_again'))
    .where('transfer_id', '=', transferId)
    .where('address', 'is not', null)
    .where('removed_at', 'is', null)
    .$if(transfer.send_as === 'link', (query) => query.where('told_again_at', 'is not', null))
    .orderBy('position')
    .$narrowType<{ address: string }>()
    .execute()
  const files = await db
    .selectFrom('transfer_contents as transfer_files')
    .innerJoin('stored_files as files', 'files.id', 'transfer_files.file_id')
    .select(['transfer_files.path', 'files.bytes'])
    .where('transfer_files.transfer_id', '=', transferId)
    .where('transfer_files.removed_at', 'is', null)
    .where('files.withdrawn_at', 'is', null)
    .orderBy('transfer_files.position')
    .execute()
  return { transfer, recipients, files }
}

/** A stored language, if we write in it. */
export const senderLanguage = (stored: string | null): Language => (stored === 'zh' ? 'zh' : 'en')

/** Recipients whom a transfer that expires soon still waits for. */
type Db = Kysely<Database>

/** The minimum time between the last mail to somebody and this one. */
const QUIET_HOURS = 24

export interface Reminder {
  recipientId: string
  transferId: string
  /** The account that sent it, or the address. */
  sender: string
  address: string
  language: Language
}

/**
 * Recipients who are due for a reminder, each once; at most `limit`, for the caller that mails them. Their sender
 * allows it, their link opens and expires soon, they have not finished a file, their last mail was accepted and did not
 * bounce, and they have not opted out. `hasMore`: there may be others.
 */
export async function claimReminders(tx: Db, limit: number): Promise<{ reminders: Reminder[]; hasMore: boolean }> {
  const { rows: due } = await sql<{ id: string }>`
    select r.id from transfer_facts t
    join recipient_facts r on r.transfer_id = t.id
    left join account_facts a on a.id = t.account_id
    cross join lateral (
      select accepted_at, refused_at, bounced_at from ${mailsToRecipient('r.id')} m order by created_at desc limit 1
    ) last
    where t.expires_at > now() and t.expires_at <= now() + make_interval(secs => ${EXPIRING_DAYS * 86_400})
      and t.deleted_at is null and t.bytes_removed_at is null and t.paused_at is null and t.blocked_at is null
      and t.send_as = 'email' and a.suspended_at is null
      and coalesce(t.remind_recipients, (a.transfer_settings ->> 'remindRecipients')::boolean, false)
      and r.address <> '' and r.removed_at is null and r.reminded_at is null and r.finished_at is null
      and (r.remind_not_before is null or r.remind_not_before <= now())
      and not exists (select 1 from delivery_facts d where d.recipient_id = r.id and d.finished_at is not null)
      and last.accepted_at <= now() - make_interval(hours => ${QUIET_HOURS})
      and last.refused_at is null and last.bounced_at is null
      and not exists (select 1 from unreminded u where u.address = r.address)
    order by t.expires_at, r.id limit ${limit}`.execute(tx)
  const claimed = await claimToRemind(
    tx,
    due.map(({ id }) => id),
  )
  const reminders = claimed.map((row) => ({ ...row, language: senderLanguage(row.language) }))
  return { reminders, hasMore: due.length === limit && reminders.length > 0 }
}

/** Stops all reminders to the recipient's address; false where there is no such recipient. */
export async function stopReminding(db: Db, recipientId: string): Promise<boolean> {
  const { rows } = await sql<{ address: string | null }>`
    with asked as (select nullif(address, '') as address from recipient_facts where id = ${recipientId}),
    kept as (
      insert into unreminded (address) select address from asked where address is not null on conflict do nothing
    )
    select address from asked`.execute(db)
  return rows.length > 0
}
