/** Ledgers written past the product: for tests that need a past. */
import type { EvidenceKind } from '@waybill/contract/tracking/evidence'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../src/platform/database/schema.ts'
import { newId } from '../../src/platform/ids.ts'
import type { Signer } from '../../src/platform/signing/index.ts'
import { chainHash, chainStart, headText } from '../../src/tracking/ledger/chain.ts'
import { entryOf } from '../../src/tracking/ledger/entry-of.ts'
import { eachEntry, eachLedger } from '../../src/tracking/ledger/ledger-store.ts'

type Db = Kysely<Database>

/** An event as it would be on record if it had happened `minutesAgo`. */
export interface PastEvent {
  transferId: string
  recipientId: string | null
  fileId?: string | null
  kind: string
  actorKind?: 'human' | 'bot'
  reason?: string | null
  detail?: string | null
  country?: string | null
  city?: string | null
  timeZone?: string | null
  minutesAgo?: number
  lateMs?: number
  evidence?: EvidenceKind
  doubtBytes?: number
  /** Ids of the files of an archive. */
  files?: readonly string[]
}

/** Appends the event to its ledger, whose times then follow the given ones. */
export async function addPastEvent(db: Db, event: PastEvent): Promise<void> {
  const { transferId, recipientId, kind, actorKind = 'human', minutesAgo = 0 } = event
  await sql`
    insert into ledgers (transfer_id, head) values (${transferId}, ${chainStart(transferId)})
    on conflict do nothing`.execute(db)
  await sql`
    with ledger as (
      update ledgers set length = length + 1 where transfer_id = ${transferId} returning length
    )
    insert into events (id, transfer_id, place, account_id, recipient_id, file_id, path, kind, actor_kind, reason, detail, country, city, time_zone, at, late_ms, evidence, doubt_bytes, files, hash)
    select ${newId()}, ${transferId}, length, (select account_id from transfers where id = ${transferId}), ${recipientId}, ${event.fileId ?? null},
      (select path from transfer_files where transfer_id = ${transferId} and file_id = ${event.fileId ?? null}), ${kind}, ${actorKind},
      ${event.reason ?? null}, ${event.detail ?? null}, ${event.country ?? null}, ${event.city ?? null}, ${event.timeZone ?? null},
      date_trunc('milliseconds', now() - make_interval(mins => ${minutesAgo})), ${event.lateMs ?? null},
      ${event.evidence ?? null}, ${event.doubtBytes ?? null}::int8,
      (select jsonb_agg(jsonb_build_object('id', f.id, 'path', tf.path, 'bytes', f.bytes) order by tf.position)
        from transfer_files tf join files f on f.id = tf.file_id
        where tf.transfer_id = ${transferId} and f.id = any(${[...(event.files ?? [])]}::text[])), '\\x00'
    from ledger`.execute(db)
  await rechain(db, { only: transferId })
}

/**
 * Hashes ledgers again: one, or all, and signs their heads where `signer` is given. Only tests move anything in time.
 */
export async function rechain(db: Db, { only, signer }: { only?: string; signer?: Signer } = {}): Promise<void> {
  for await (const ledgers of eachLedger(db)) {
    for (const { transferId, length } of ledgers) {
      if (only !== undefined && transferId !== only) continue
      let head = chainStart(transferId)
      for await (const rows of eachEntry(db, transferId)) {
        const hashes = rows.map((row) => {
          head = chainHash(head, transferId, entryOf(row))
          return head
        })
        await sql`
          update events e set hash = given.hash
          from unnest(${rows.map(({ place }) => place)}::int[], ${hashes}::bytea[]) as given (place, hash)
          where e.transfer_id = ${transferId} and e.place = given.place`.execute(db)
      }
      const signed = await signer?.sign(db, null, headText({ transferId, length, head }))
      await sql`
        update ledgers set head = ${head}, signature = ${signed?.signature ?? null}::bytea, signed_by = ${signed?.keyId ?? null}
        where transfer_id = ${transferId}`.execute(db)
    }
  }
}

/** Recounts the ledgers: events that tests have moved count at their new time. */
export async function countAgain(db: Db): Promise<void> {
  await sql`truncate counted, counted_fresh, counted_sums`.execute(db)
  await sql`insert into counted_fresh select * from counted_of_ledgers()`.execute(db)
}
