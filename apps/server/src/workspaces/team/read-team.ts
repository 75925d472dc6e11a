import { plans } from '@waybill/contract/billing/plans'
import type { Team, TeamInvite } from '@waybill/contract/workspaces/team-endpoints'
import type { Kysely } from 'kysely'
import { readRole } from '../../billing/index.ts'
import { listMembers, type Member, pictureOf } from '../../identity/accounts/index.ts'
import { listWithFactor, readLastActive } from '../../identity/sessions/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { countMonthOf } from '../../transfers/index.ts'
import { sumStored } from '../../uploads/index.ts'
import { readTeamState, seatsEndAt } from '../index.ts'
import { type InviteRow, listInvites } from './invite-store.ts'

/** The team as its admin sees it. */
export async function readTeam(db: Kysely<Database>, workspaceId: string): Promise<Team> {
  const [role, members, invites, state] = await Promise.all([
    readRole(db, workspaceId),
    listMembers(db, workspaceId),
    listInvites(db, workspaceId),
    readTeamState(db, workspaceId),
  ])
  const ids = members.map(({ id }) => id)
  const [active, stored, months, withFactor] = await Promise.all([
    readLastActive(db, ids),
    sumStored(db, ids),
    countMonthOf(db, ids),
    listWithFactor(db, ids),
  ])
  const limit = plans[role].seatLimit
  const { handover, overSeatsSince, requiresSecondFactor } = state
  return {
    seats: { limit, members: members.length - 1, invites: invites.filter((invite) => !invite.is_expired).length },
    members: members.map((member, nth) => ({
      ...presentMember(member),
      lastActiveAt: active.get(member.id)?.toISOString() ?? null,
      usedBytes: stored.get(member.id) ?? 0,
      monthTransfers: months.get(member.id) ?? 0,
      // The admin comes first and needs no seat.
      isOverSeats: nth > limit,
      hasSecondFactor: withFactor.has(member.id),
    })),
    invites: invites.map(presentInvite),
    handover: handover && { to: handover.to, askedAt: handover.askedAt.toISOString() },
    overSeatsUntil: overSeatsSince && seatsEndAt(overSeatsSince).toISOString(),
    requiresSecondFactor,
  }
}

const presentMember = (member: Member) => ({
  _id: member.id,
  email: member.email,
  fullName: member.full_name,
  profilePic: pictureOf(member),
  memberRole: member.member_role,
  joinedAt: member.joined_at.toISOString(),
})

const presentInvite = (row: InviteRow): TeamInvite => ({
  _id: row.id,
  email: row.address,
  role: row.role,
  sentAt: row.sent_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  isExpired: row.is_expired,
})
