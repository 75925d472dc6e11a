import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import { type EventRow, readLedgerLength } from './ledger/index.ts'

/** Ledgers as their owners read them, with the names that stand beside the chain. */
type Db = Kysely<Database>

export interface LedgerWish {
  before?: number | undefined
  take: number
  actorKind?: EventRow['actor_kind'] | undefined
  kind?: string | undefined
  recipient?: string | undefined
}

export interface ListedEntry extends EventRow {
  address: string | null
  /** What the recipient is called: the address, else the device that came by an open link. */
  label: string | null
}

/** How many entries the ledger of a transfer of the account has, also of a deleted one; null where it has no such record. */
export async function findOwnLedger(db: Db, accountId: string, transferId: string): Promise<number | null> {
  const row = await db
    .selectFrom('transfer_facts')
    .select('id')
    .where('id', '=', transferId)
    .where('account_id', '=', accountId)
    .where('record_erased_at', 'is', null)
    .executeTakeFirst()
  return row === undefined ? null : readLedgerLength(db, transferId)
}

/** The newest first. */
export async function listEntries(db: Db, transferId: string, wish: LedgerWish): Promise<ListedEntry[]> {
  const { rows } = await sql<ListedEntry>`
    select e.*, nullif(r.address, '') as address, recipient_label(r.address, r.device, r.city) as label
    from event_facts e
    left join recipient_facts r on r.id = e.recipient_id
    where e.transfer_id = ${transferId}
      and (${wish.before ?? null}::int is null or e.place < ${wish.before ?? null}::int)
      and (${wish.actorKind ?? null}::text is null or e.actor_kind = ${wish.actorKind ?? null})
      and (${wish.kind ?? null}::text is null or e.kind = ${wish.kind ?? null})
      and (${wish.recipient ?? null}::text is null or e.recipient_id = ${wish.recipient ?? null})
    order by e.place desc limit ${wish.take}`.execute(db)
  return rows
}
