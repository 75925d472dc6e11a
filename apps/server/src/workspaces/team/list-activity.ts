import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import { zoneOrUtc } from '@waybill/contract/core/zoned-time'
import type { ActivityEntry, listActivity as endpoint } from '@waybill/contract/workspaces/activity-endpoints'
import type { ActivityKind, ActivityPart } from '@waybill/contract/workspaces/activity-kinds'
import type { Context } from '../../context.ts'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { ActorAccount } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/bind.ts'
import { listTeamEvents, type TeamEventRow } from './activity-store.ts'

/** @throws Problem 'not-yours' for members; 'invalid-input' for an invalid `after` */
export async function listActivity(
  { readAs }: Pick<Context, 'readAs'>,
  account: ActorAccount,
  { member, part, after, take }: Call<typeof endpoint>['query'],
): Promise<ReplyOf<typeof endpoint>> {
  requireOverseer(account)
  const before = after === undefined ? null : decodeCursor(after, takeCursor)
  const asked = { actorId: member, part, before, take: take + 1 }
  const rows = await listTeamEvents(readAs(account.id), account.workspaceId, asked)
  const page = rows.slice(0, take)
  const last = page.at(-1)
  return {
    entries: page.map(presentEntry),
    next: rows.length > take && last ? encodeCursor([last.id]) : null,
    timeZone: zoneOrUtc(account.timeZone),
  }
}

/** The admin and managers see what the team does. @throws Problem 'not-yours' */
export function requireOverseer({ memberRole }: Pick<ActorAccount, 'memberRole'>): void {
  if (memberRole === 'member') throw new Problem('not-yours')
}

const takeCursor = ([id]: readonly unknown[]): number | null => (Number.isSafeInteger(id) ? (id as number) : null)

export const presentEntry = (row: TeamEventRow): ActivityEntry => ({
  _id: String(row.id),
  at: row.at.toISOString(),
  part: row.part as ActivityPart,
  kind: row.kind as ActivityKind,
  actor: row.actor_name === null ? null : { _id: row.actor_id, name: row.actor_name },
  subject: row.subject_name === null ? null : { _id: row.subject_id, name: row.subject_name },
  slug: row.slug,
  files: row.files,
  memberRole: row.member_role,
  plan: row.plan_from !== null && row.plan_to !== null ? { from: row.plan_from, to: row.plan_to } : null,
})
