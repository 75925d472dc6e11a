import type { ArrivalState } from '@waybill/contract/transfers/arrival'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database, TransfersTable } from '../../platform/database/schema.ts'
import { mailsToRecipient } from '../../platform/mail-transport/index.ts'
import { endedUploads, MISSING, uploadState } from '../../uploads/index.ts'
import { isServed } from '../transfer-store.ts'

/** Transfers that were sent while their files upload. */
type Db = Kysely<Database>

/** What has become of an arriving transfer. */
export interface Arrived {
  /** Its recipients have heard that it broke off. */
  wasTold: boolean
  isDeleted: boolean
}

/** Marks a transfer whole; null where it is not arriving. */
export async function markWhole(tx: Db, transferId: string): Promise<Arrived | null> {
  const row = await tx
    .updateTable('transfers')
    .set({ arrival: 'whole', whole_at: sql<Date>`now()`, broke_off_at: null })
    .where('id', '=', transferId)
    .where('arrival', 'in', ['arriving', 'broken'])
    .returning([
      sql<boolean>`broken_told_at is not null`.as('wasTold'),
      sql<boolean>`deleted_at is not null`.as('isDeleted'),
    ])
    .executeTakeFirst()
  return row ?? null
}

/** Marks that it has broken off; null where it had already, or its upload has ended. `wasTold`: at an earlier break. */
export async function markBroken(tx: Db, transferId: string): Promise<Pick<Arrived, 'wasTold'> | null> {
  const { rows } = await sql<Pick<Arrived, 'wasTold'>>`
    with before as (
      select id, broken_told_at from transfers
      where id = ${transferId} and arrival = 'arriving' and deleted_at is null
        and ${uploadState('transfers.upload_id')} = 'open' for no key update
    )
    update transfers t set arrival = 'broken', broke_off_at = now(),
      broken_told_at = coalesce(t.broken_told_at, now())
    from before where t.id = before.id
    returning before.broken_told_at is not null as "wasTold"`.execute(tx)
  return rows[0] ?? null
}

/** Marks a transfer that had broken off as arriving again. */
export async function markGoingOn(tx: Db, transferId: string): Promise<void> {
  await tx
    .updateTable('transfers')
    .set({ arrival: 'arriving', broke_off_at: null })
    .where('id', '=', transferId)
    .where('arrival', '=', 'broken')
    .execute()
}

/** Takes those files out of a transfer that were not there when its upload ended. */
export async function takeMissingOut(tx: Db, transferId: string): Promise<void> {
  await sql`
    update transfer_files tf set removed_at = now() from stored_files f
    where tf.transfer_id = ${transferId} and tf.removed_at is null and f.id = tf.file_id
      and f.withdrawn_because = ${MISSING}`.execute(tx)
}

/** Uploads that ended at least this long ago while their transfers are still arriving. */
export async function listEnded(db: Db, forSeconds: number): Promise<string[]> {
  const { rows } = await sql<{ upload_id: string }>`
    select t.upload_id from transfers t
    where t.arrival in ('arriving', 'broken') and t.upload_id in ${endedUploads(forSeconds)} order by t.upload_id`.execute(
    db,
  )
  return rows.map((row) => row.upload_id)
}

/** How far the undeleted transfers of these uploads are, by upload. */
export async function readArrivalStates(db: Db, uploadIds: readonly string[]): Promise<Map<string, ArrivalState>> {
  const { rows } = await sql<{ upload_id: string; arrival: ArrivalState }>`
    select upload_id, arrival from transfers
    where upload_id = any(${[...uploadIds]}::text[]) and arrival is not null and deleted_at is null`.execute(db)
  return new Map(rows.map((row) => [row.upload_id, row.arrival]))
}

export type ArrivalRow = Pick<
  Selectable<TransfersTable>,
  'arrival' | 'upload_id' | 'broke_off_at' | 'file_count' | 'bytes' | 'account_id'
>

export async function findArrivalRow(db: Db, transferId: string): Promise<ArrivalRow | null> {
  const row = await db
    .selectFrom('transfers')
    .select(['arrival', 'upload_id', 'broke_off_at', 'file_count', 'bytes', 'account_id'])
    .where('id', '=', transferId)
    .executeTakeFirst()
  return row ?? null
}

/** A recipient who has been sent a mail about the transfer. */
export interface Told {
  recipientId: string
  address: string
  language: string | null
}

/** Those whose links open: nobody hears more of a transfer that is blocked, deleted or over. */
export async function listTold(tx: Db, transferId: string): Promise<Told[]> {
  const { rows } = await sql<Told>`
    select r.id as "recipientId", r.address, r.language from recipients r join transfers t on t.id = r.transfer_id
    where t.id = ${transferId} and ${isServed('t')} and (t.expires_at is null or t.expires_at > now())
      and r.removed_at is null and r.address is not null
      and exists (select from ${mailsToRecipient('r.id')} m) order by r.position`.execute(tx)
  return rows
}
