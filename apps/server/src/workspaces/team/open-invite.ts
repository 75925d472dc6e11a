import { Problem } from '@waybill/contract/core/problems'
import type { OpenedInvite } from '@waybill/contract/workspaces/team-endpoints'
import type { Kysely } from 'kysely'
import { readBought, readUsage } from '../../billing/index.ts'
import { countContacts } from '../../contacts/index.ts'
import type { Context } from '../../context.ts'
import {
  type Account,
  countMembers,
  findAccount,
  findAccountOfAddress,
  listMembers,
  type Member,
} from '../../identity/accounts/index.ts'
import { hasOpenCheckout } from '../../payments/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Budget } from '../../platform/http/limits/rate-limits.ts'
import { hashToken } from '../../platform/ids.ts'
import { countOwnRequests } from '../../requests/index.ts'
import { countTransfers } from '../../transfers/index.ts'
import { findInvite, type InviteRow } from './invite-store.ts'

const looksPerNetwork: Budget = { name: 'invite-looks', points: 120, seconds: 3_600 }

/**
 * What an invitation says, and what the caller's account would bring into the team.
 *
 * @throws Problem 'invite-gone', 'too-many-requests'
 */
export async function openInvite(
  { db, limits }: Pick<Context, 'db' | 'limits'>,
  actor: Actor,
  token: string,
): Promise<OpenedInvite> {
  await limits.spend(looksPerNetwork, actor.network)
  const invite = await requireInvite(db, token)
  const admin = await requireInviting(db, invite)
  const own = actor.account === null ? null : await findAccount(db, actor.account.id)
  return {
    email: invite.address,
    role: invite.role,
    expiresAt: invite.expires_at.toISOString(),
    invitedBy: { email: admin.email, fullName: admin.full_name },
    company: admin.company,
    hasAccount: (await findAccountOfAddress(db, invite.address)) !== null,
    brings: own?.email === invite.address ? await readBrought(db, own) : null,
  }
}

/** @throws Problem 'invite-gone' */
export async function requireInvite(db: Kysely<Database>, token: string): Promise<InviteRow> {
  const invite = await findInvite(db, hashToken(token))
  if (invite === null) throw new Problem('invite-gone')
  return invite
}

/**
 * The present admin of the team, for whom an invitation stands; the account that made it may have left.
 *
 * @throws Problem 'invite-gone'
 */
export async function requireInviting(db: Kysely<Database>, invite: InviteRow): Promise<Member> {
  const [admin] = await listMembers(db, invite.workspace_id)
  if (admin?.member_role !== 'admin') throw new Problem('invite-gone')
  return admin
}

async function readBrought(db: Kysely<Database>, own: Account): Promise<NonNullable<OpenedInvite['brings']>> {
  const [transfers, requests, contacts, { usedBytes }, because] = await Promise.all([
    countTransfers(db, own.id),
    countOwnRequests(db, own.id),
    countContacts(db, own.id, { book: null, q: null }),
    readUsage(db, own.id),
    readBond(db, own),
  ])
  return { transfers, requests, contacts, usedBytes, because }
}

/** Why the account cannot leave its workspace for a team; null where it can. */
export async function readBond(
  db: Kysely<Database>,
  { workspace_id: workspaceId, member_role: memberRole, role }: Account,
): Promise<'paid' | 'team' | 'member' | null> {
  if (memberRole !== 'admin') return 'member'
  if ((await countMembers(db, workspaceId)) > 0) return 'team'
  const bought = await readBought(db, workspaceId)
  const isPaying = role !== 'free' || (bought?.subscription ?? null) !== null || bought?.prepaid != null
  return isPaying || (await hasOpenCheckout(db, workspaceId)) ? 'paid' : null
}
