import type { InvitedRole, MemberRole } from '@waybill/contract/workspaces/member-roles'
import { type Kysely, sql } from 'kysely'
import { KEPT } from '../../platform/database/kept-statements.ts'
import type { Database } from '../../platform/database/schema.ts'

/** The accounts of one workspace. */
type Db = Kysely<Database>

export interface Member {
  id: string
  email: string
  full_name: string
  company: string
  language: string
  picture_id: string | null
  member_role: MemberRole
  joined_at: Date
}

/** The admin first, then in the order in which they joined. */
export async function listMembers(db: Db, workspaceId: string): Promise<Member[]> {
  const rows = await db
    .selectFrom('account_facts')
    .select(['id', 'email', 'full_name', 'company', 'language', 'picture_id', 'team_role as member_role', 'joined_at'])
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .where('email', 'is not', null)
    .orderBy(sql`team_role <> 'admin'`)
    .orderBy('joined_at')
    .orderBy('id')
    .execute()
  return rows as Member[]
}

/** The ids of its accounts. */
export async function listAccountsOf(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .modifyFront(KEPT)
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Without the admin. */
export async function countMembers(db: Db, workspaceId: string): Promise<number> {
  const row = await db
    .selectFrom('account_facts')
    .select(sql<number>`count(*)::int`.as('members'))
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .where('team_role', '<>', 'admin')
    .executeTakeFirst()
  return row?.members ?? 0
}

/** Puts an account with everything that it owns into a workspace. Lock the account before. */
export async function moveAccount(
  tx: Db,
  id: string,
  to: { workspaceId: string; memberRole: InvitedRole },
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ workspace_id: to.workspaceId, member_role: to.memberRole, joined_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Sets the role of an account of the workspace that is not its admin. */
export async function setMemberRole(
  tx: Db,
  id: string,
  { workspaceId, memberRole }: { workspaceId: string; memberRole: InvitedRole },
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ member_role: memberRole })
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .execute()
}
