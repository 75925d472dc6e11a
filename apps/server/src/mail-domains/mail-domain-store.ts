import type { Role } from '@waybill/contract/billing/plans'
import { MAIL_WRONG_DAYS, type MailDomainFound, type MailDomainTrouble } from '@waybill/contract/mail-domains/endpoints'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database, MailDomainsTable } from '../platform/database/schema.ts'
import type { Change, LiveStatus, Slot } from './mail-domain-state.ts'

/** Email domains. A workspace has at most one current domain, and a domain is verified for one workspace at a time. */
type Db = Kysely<Database>
export type MailDomainRow = Selectable<MailDomainsTable>

const isCurrent = sql<boolean>`status <> 'released'`

/** One change after the other of whose a domain is, or of a workspace's claim, until the transaction ends. */
export async function lockMailDomain(tx: Db, domain: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mail-domain/${domain}`}, 0))`.execute(tx)
}

export async function findCurrent(db: Db, workspaceId: string): Promise<MailDomainRow | null> {
  const row = await db
    .selectFrom('mail_domains')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where(isCurrent)
    .executeTakeFirst()
  return row ?? null
}

/** The current domain for its admin's copy of their data; null where there is none. */
export async function exportMailDomain(db: Db, workspaceId: string) {
  const row = await findCurrent(db, workspaceId)
  return row && { domain: row.domain, status: row.status, createdAt: row.created_at, verifiedAt: row.verified_at }
}

/** Whether mails of another workspace leave from the domain. */
export async function isInUseElsewhere(db: Db, domain: string, workspaceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('mail_domains')
    .select('id')
    .where('domain', '=', domain)
    .where('workspace_id', '<>', workspaceId)
    .where('status', '=', 'verified')
    .where('wrong_since', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The caller has locked the name, and released the domain before. */
export async function insertMailDomain(
  tx: Db,
  { id, workspaceId, domain, token }: { id: string; workspaceId: string; domain: string; token: string },
): Promise<void> {
  await sql`
    insert into mail_domains (id, workspace_id, domain, token, status, next_check_at)
    values (${id}, ${workspaceId}, ${domain}, ${token}, 'pending', now() + interval '1 minute')`.execute(tx)
}

/** Ends the current domain. Returns it, null where there is none. */
export async function releaseMailDomainOf(tx: Db, workspaceId: string): Promise<MailDomainRow | null> {
  const row = await tx
    .updateTable('mail_domains')
    .set({ status: 'released', released_at: sql<Date>`now()`, wrong_since: null, trouble: null, troubled_at: null })
    .where('workspace_id', '=', workspaceId)
    .where(isCurrent)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export interface HeldMailDomain {
  id: string
  domain: string
  workspaceId: string
  status: LiveStatus
  isWrong: boolean
  /** All clear answers of the last three days were wrong. */
  isOverdue: boolean
}

/** The current domain with this id, locked; null where it was released meanwhile. */
export async function holdMailDomain(tx: Db, id: string): Promise<HeldMailDomain | null> {
  const row = await tx
    .selectFrom('mail_domains')
    .select(['id', 'domain', 'workspace_id as workspaceId', 'status'])
    .select(sql<boolean>`wrong_since is not null`.as('isWrong'))
    .select(
      sql<boolean>`coalesce(wrong_since <= now() - make_interval(days => ${MAIL_WRONG_DAYS}::int), false)`.as(
        'isOverdue',
      ),
    )
    .where('id', '=', id)
    .where(isCurrent)
    .forUpdate()
    .executeTakeFirst()
  return row === undefined ? null : { ...row, status: row.status as LiveStatus }
}

/** Daily while it works, hourly while it does not; a new claim at first every few minutes, for its owner waits. */
const nextCheck = sql<Date>`now() + case
  when status = 'verified' and wrong_since is null then interval '1 day'
  when status = 'verified' then interval '1 hour'
  when status = 'failed' then interval '6 hours'
  else greatest(interval '5 minutes', least(interval '6 hours', (now() - created_at) / 10)) end`

/** Writes what a check found, and what follows. */
export async function saveCheck(tx: Db, id: string, found: MailDomainFound, change: Change): Promise<void> {
  const now = sql<Date>`now()`
  const well = { wrong_since: null, failed_at: null, trouble: null, troubled_at: null }
  await tx
    .updateTable('mail_domains')
    .set({ found: JSON.stringify(found), checked_at: now })
    .$if(change === 'verified', (query) => query.set({ ...well, status: 'verified', verified_at: now }))
    .$if(change === 'mended', (query) => query.set(well))
    .$if(change === 'wrong', (query) => query.set({ wrong_since: now }))
    .where('id', '=', id)
    .execute()
  if (change === 'failed') await failMailDomain(tx, id, 'records')
  await tx.updateTable('mail_domains').set({ next_check_at: nextCheck }).where('id', '=', id).execute()
}

export async function failMailDomain(tx: Db, id: string, trouble: MailDomainTrouble): Promise<void> {
  const now = sql<Date>`now()`
  await tx
    .updateTable('mail_domains')
    .set({ status: 'failed', failed_at: now, wrong_since: null, trouble, troubled_at: now })
    .where('id', '=', id)
    .where(isCurrent)
    .execute()
}

/** The workspace, other than this one, for which the domain is verified; its row is locked. */
export async function holdFormerHolder(tx: Db, domain: string, id: string): Promise<HeldMailDomain | null> {
  const row = await tx
    .selectFrom('mail_domains')
    .select('id')
    .where('domain', '=', domain)
    .where('status', '=', 'verified')
    .where('id', '<>', id)
    .executeTakeFirst()
  return row === undefined ? null : holdMailDomain(tx, row.id)
}

/** True for the caller who may tell the admin: at most once a week and reason. */
export async function claimTrouble(tx: Db, id: string, trouble: MailDomainTrouble): Promise<boolean> {
  const { rows } = await sql`
    update mail_domains set trouble = ${trouble}, troubled_at = now()
    where id = ${id} and status = 'verified'
      and (trouble is distinct from ${trouble} or troubled_at < now() - interval '7 days')
    returning id`.execute(tx)
  return rows.length > 0
}

/** It is checked within a minute. */
export async function checkSoon(db: Db, id: string): Promise<void> {
  await sql`
    update mail_domains set next_check_at = now() where id = ${id} and status = 'verified' and wrong_since is null`.execute(
    db,
  )
}

export async function saveTestMail(tx: Db, id: string, mailId: string): Promise<void> {
  await tx.updateTable('mail_domains').set({ test_mail_id: mailId }).where('id', '=', id).execute()
}

/** Takes domains that are due for a check; another process gets others, and these again where this one dies. */
export async function takeDue(db: Db, most: number): Promise<MailDomainRow[]> {
  const { rows } = await sql<MailDomainRow>`
    update mail_domains set next_check_at = now() + interval '10 minutes'
    where id in (
      select id from mail_domains where ${isCurrent} and next_check_at <= now()
      order by next_check_at limit ${most}::int for update skip locked
    ) returning *`.execute(db)
  return rows
}

export interface SigningRow {
  id: string
  domain: string
  status: LiveStatus
  role: Role
  slot: Slot
  publicKey: string
  sealed: Buffer
  isWrong: boolean
  /** DNS has shown the key within the last minutes. */
  isFresh: boolean
}

/** The domain of an account's workspace with the key that signs and the plan now; null where there is none. */
export async function findSigningRow(db: Db, accountId: string, freshSeconds: number): Promise<SigningRow | null> {
  const { rows } = await sql<SigningRow>`
    select d.id, d.domain, d.status, a.role, k.slot, k.public_key as "publicKey", k.sealed,
      d.wrong_since is not null as "isWrong",
      coalesce(k.seen_at > now() - make_interval(secs => ${freshSeconds}), false) as "isFresh"
    from account_facts a
    join mail_domains d on d.workspace_id = a.workspace_id and d.status <> 'released'
    join mail_keys k on k.domain_id = d.id and k.state = 'active'
    where a.id = ${accountId}`.execute(db)
  return rows[0] ?? null
}
