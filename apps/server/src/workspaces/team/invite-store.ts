import type { InvitedRole } from '@waybill/contract/workspaces/member-roles'
import { INVITE_DAYS } from '@waybill/contract/workspaces/team-endpoints'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database, InvitesTable } from '../../platform/database/schema.ts'

/**
 * Invitations. One is open until it is accepted or withdrawn; an address has at most one open invitation to a
 * workspace. It is valid until it expires, by the database's clock, and holds a seat as long as it is.
 */
type Db = Kysely<Database>

export interface InviteRow extends Selectable<InvitesTable> {
  is_expired: boolean
}

const isOpen = sql<boolean>`accepted_at is null and withdrawn_at is null`
const isValid = sql<boolean>`accepted_at is null and withdrawn_at is null and expires_at > now()`
const expiresAt = sql<Date>`now() + make_interval(days => ${INVITE_DAYS}::int)`

export interface NewInvite {
  id: string
  tokenHash: Uint8Array
  workspaceId: string
  /** As the contract's parser returns it. */
  address: string
  role: InvitedRole
  /** Only a record: an invitation is the present admin's. */
  invitedBy: string
}

/** Invites, also again where an earlier invitation has expired; false where a valid one stands. */
export async function insertInvite(tx: Db, made: NewInvite): Promise<boolean> {
  const hash = Buffer.from(made.tokenHash)
  const { rows } = await sql`
    insert into invites as i (id, token_hash, workspace_id, address, role, invited_by, expires_at)
    values (${made.id}, ${hash}, ${made.workspaceId}, ${made.address}, ${made.role}, ${made.invitedBy}, ${expiresAt})
    on conflict (workspace_id, address) where accepted_at is null and withdrawn_at is null do update set
      token_hash = excluded.token_hash, role = excluded.role, invited_by = excluded.invited_by, sent_at = now(),
      expires_at = excluded.expires_at
    where i.expires_at <= now() returning id`.execute(tx)
  return rows.length > 0
}

/** Those that nobody has accepted, newest first. */
export async function listInvites(db: Db, workspaceId: string): Promise<InviteRow[]> {
  return db
    .selectFrom('invites')
    .selectAll()
    .select(sql<boolean>`expires_at <= now()`.as('is_expired'))
    .where('workspace_id', '=', workspaceId)
    .where(isOpen)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function countValidInvites(db: Db, workspaceId: string): Promise<number> {
  const row = await db
    .selectFrom('invites')
    .select(sql<number>`count(*)::int`.as('invites'))
    .where('workspace_id', '=', workspaceId)
    .where(isValid)
    .executeTakeFirst()
  return row?.invites ?? 0
}

/** Gives an open invitation a new secret and seven days more; returns its state before, null for any other. */
export async function renewInvite(
  tx: Db,
  { id, workspaceId, tokenHash }: Pick<NewInvite, 'id' | 'workspaceId' | 'tokenHash'>,
): Promise<{ address: string; role: InvitedRole; wasExpired: boolean } | null> {
  const { rows } = await sql<{ address: string; role: InvitedRole; wasExpired: boolean }>`
    with before as (
      select id, expires_at <= now() as was from invites
      where id = ${id} and workspace_id = ${workspaceId} and ${isOpen} for update
    )
    update invites i set token_hash = ${Buffer.from(tokenHash)}, sent_at = now(), expires_at = ${expiresAt}
    from before where i.id = before.id returning i.address, i.role, before.was as "wasExpired"`.execute(tx)
  return rows[0] ?? null
}

/** The address whose open invitation ends; null where there is none. */
export async function setWithdrawn(tx: Db, { id, workspaceId }: { id: string; workspaceId: string }) {
  const row = await tx
    .updateTable('invites')
    .set({ withdrawn_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where(isOpen)
    .returning('address')
    .executeTakeFirst()
  return row?.address ?? null
}

/** All open invitations of a workspace that ends. */
export async function withdrawAll(tx: Db, workspaceId: string): Promise<void> {
  await tx
    .updateTable('invites')
    .set({ withdrawn_at: sql<Date>`now()` })
    .where('workspace_id', '=', workspaceId)
    .where(isOpen)
    .execute()
}

export async function findInvite(db: Db, tokenHash: Uint8Array): Promise<InviteRow | null> {
  const row = await db
    .selectFrom('invites')
    .selectAll()
    .select(sql<boolean>`expires_at <= now()`.as('is_expired'))
    .where('token_hash', '=', Buffer.from(tokenHash))
    .where(isValid)
    .executeTakeFirst()
  return row ?? null
}

/** The valid invitation of an address. */
export async function findInviteOf(db: Db, workspaceId: string, address: string): Promise<InviteRow | null> {
  const row = await db
    .selectFrom('invites')
    .selectAll()
    .select(sql<boolean>`expires_at <= now()`.as('is_expired'))
    .where('workspace_id', '=', workspaceId)
    .where('address', '=', address)
    .where(isValid)
    .executeTakeFirst()
  return row ?? null
}

/** Whether the address accepted the invitation with this token. */
export async function hasAccepted(db: Db, tokenHash: Uint8Array, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('invites')
    .select('id')
    .where('token_hash', '=', Buffer.from(tokenHash))
    .where('address', '=', address)
    .where('accepted_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Uses a valid invitation up; false where another call was faster. */
export async function acceptRow(tx: Db, id: string): Promise<boolean> {
  const row = await tx
    .updateTable('invites')
    .set({ accepted_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where(isValid)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const KEPT_DAYS = 90

/** Deletes invitations that ended long ago, with their addresses. */
export async function forgetOldInvites(db: Db): Promise<void> {
  await sql`delete from invites
    where coalesce(accepted_at, withdrawn_at, expires_at) < now() - make_interval(days => ${KEPT_DAYS})`.execute(db)
}
