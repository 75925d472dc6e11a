import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** What a browser has shown to open a link. */
type Db = Kysely<Database>

const PASS_HOURS = 24

export interface NewPass {
  transferId: string
  /** Whom the link leads to. */
  recipientId: string
  deviceId: string
  /** Proven; '' for the password. */
  address: string
}

/** Keeps a pass, and forgets some that are long over. */
export async function keepPass(tx: Db, { transferId, recipientId, deviceId, address }: NewPass): Promise<void> {
  const validity = {
    created_at: sql<Date>`now()`,
    expires_at: sql<Date>`now() + make_interval(hours => ${PASS_HOURS})`,
  }
  await sql`delete from link_passes where ctid in (
    select ctid from link_passes where expires_at < now() - interval '1 day' limit 100 for update skip locked
  )`.execute(tx)
  await tx
    .insertInto('link_passes')
    .values({ transfer_id: transferId, recipient_id: recipientId, device_id: deviceId, address, ...validity })
    .onConflict((conflict) => conflict.columns(['recipient_id', 'device_id', 'address']).doUpdateSet(validity))
    .execute()
}

export interface HeldPasses {
  hasPassword: boolean
  /** The recipient whose address was proven, as long as the transfer is for it. */
  provenId: string | null
  /** How; null where it was not. */
  provenBy: Proof | null
}

/** By a code that was mailed for this link, or by being signed in to an account that has proven the address. */
export type Proof = 'code' | 'account'

/**
 * What whoever asks may open of a link: the passes of their browser that are good now, none from before the transfer was
 * last closed; and the addresses of their account, which were proven by codes too.
 */
export async function readPasses(
  db: Db,
  recipientId: string,
  { deviceId, accountId }: { deviceId: string | null; accountId: string | null },
): Promise<HeldPasses> {
  const { rows } = await sql<{ address: string; proof: Proof; listed_id: string | null }>`
    select shown.address, shown.proof, listed.id as listed_id
    from (
      select p.address, p.created_at, 'code' as proof from link_passes p join transfer_facts t on t.id = p.transfer_id
      where p.recipient_id = ${recipientId} and p.device_id = ${deviceId} and p.expires_at > now()
        and p.created_at >= coalesce(t.locked_at, p.created_at)
      union all
      select address, proven_at, 'account' from account_emails where account_id = ${accountId}
    ) shown
    join recipient_facts via on via.id = ${recipientId}
    left join recipient_facts listed on listed.transfer_id = via.transfer_id and listed.address = shown.address
      and listed.removed_at is null and (via.address is null or listed.id = via.id)
    order by shown.created_at desc`.execute(db)
  const proven = rows.find(({ listed_id }) => listed_id !== null)
  return {
    hasPassword: rows.some(({ address }) => address === ''),
    provenId: proven?.listed_id ?? null,
    provenBy: proven?.proof ?? null,
  }
}
