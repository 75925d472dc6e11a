import { MAIL_KEY_DAYS } from '@waybill/contract/mail-domains/endpoints'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import type { Slot } from './mail-domain-state.ts'
import type { NewKey } from './make-key.ts'

/** The keys of email domains: one signs, another may wait until DNS shows it, or has signed before. */
type Db = Kysely<Database>

/** How long a retired key stays published: mails that it signed may wait at a server for days. */
const PUBLISHED_DAYS = 14

export interface MailKey {
  slot: Slot
  state: 'next' | 'active' | 'retired'
  publicKey: string
  since: Date
  /** It has signed for as long as a key may. */
  isOld: boolean
}

export async function insertKey(db: Db, domainId: string, slot: Slot, state: 'active' | 'next', key: NewKey) {
  await sql`
    insert into mail_keys (domain_id, slot, state, public_key, sealed)
    values (${domainId}, ${slot}, ${state}, ${key.publicKey}, ${Buffer.from(key.sealed)})
    on conflict (domain_id, slot) do update
      set state = excluded.state, public_key = excluded.public_key, sealed = excluded.sealed, made_at = now(),
        since = now(), seen_at = null
      where mail_keys.state = 'retired'`.execute(db)
}

export async function listKeys(db: Db, domainId: string): Promise<MailKey[]> {
  const rows = await db
    .selectFrom('mail_keys')
    .select(['slot', 'state', 'public_key as publicKey', 'since'])
    .select(sql<boolean>`since <= now() - make_interval(days => ${MAIL_KEY_DAYS}::int)`.as('isOld'))
    .where('domain_id', '=', domainId)
    .orderBy('slot')
    .execute()
  return rows.map((row) => ({ ...row, slot: row.slot as Slot, state: row.state as MailKey['state'] }))
}

/** The next key signs from now on; the one before has signed its last mail, and cannot sign another. */
export async function switchKeys(tx: Db, domainId: string): Promise<void> {
  await sql`
    update mail_keys set state = 'retired', sealed = null, since = now()
    where domain_id = ${domainId} and state = 'active'`.execute(tx)
  await sql`
    update mail_keys set state = 'active', since = now(), seen_at = now()
    where domain_id = ${domainId} and state = 'next'`.execute(tx)
}

/** Ends every key of a domain that signs nothing any more. */
export async function retireKeys(tx: Db, domainId: string): Promise<void> {
  await sql`
    update mail_keys set state = 'retired', sealed = null, since = now()
    where domain_id = ${domainId} and state <> 'retired'`.execute(tx)
}

/** DNS has just shown the key that signs. */
export async function noteSeen(db: Db, domainId: string, slot: Slot): Promise<void> {
  await sql`
    update mail_keys set seen_at = now()
    where domain_id = ${domainId} and slot = ${slot} and state = 'active'`.execute(db)
}

/** Everything that the operator's zone must have now. */
export async function listPublished(db: Db): Promise<Array<{ token: string; slot: Slot; publicKey: string }>> {
  const { rows } = await sql<{ token: string; slot: Slot; publicKey: string }>`
    select d.token, k.slot, k.public_key as "publicKey"
    from mail_keys k join mail_domains d on d.id = k.domain_id
    where k.state <> 'retired' or k.since > now() - make_interval(days => ${PUBLISHED_DAYS}::int)
    order by d.token, k.slot`.execute(db)
  return rows
}

/** Deletes domains that were given up, once their keys need not be published, and claims that nobody proved. */
export async function forgetOldMailDomains(db: Db): Promise<void> {
  await sql`
    delete from mail_domains where released_at < now() - make_interval(days => ${PUBLISHED_DAYS}::int)`.execute(db)
  await sql`
    delete from mail_domains where status = 'pending' and created_at < now() - interval '90 days'`.execute(db)
}
