import { localTimeAt, zoneOrUtc } from '@waybill/contract/core/zoned-time'
import type { ActivityEntry, exportActivity as endpoint } from '@waybill/contract/workspaces/activity-endpoints'
import type { ActivityKind } from '@waybill/contract/workspaces/activity-kinds'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import type { ActorAccount } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/bind.ts'
import { sendCsv } from '../../platform/http/csv.ts'
import type { Budget } from '../../platform/http/limits/rate-limits.ts'
import { activityCsvWords as words } from './activity-csv-words.ts'
import { eachTeamEvent } from './activity-store.ts'
import { presentEntry, requireOverseer } from './list-activity.ts'

const MOST = 100_000
const exportsPerAccount: Budget = { name: 'activity-exports', points: 30, seconds: 3_600 }

/** @throws Problem 'not-yours' for members; 'too-many-requests' */
export async function exportActivity(
  { readAs, limits }: Pick<Context, 'readAs' | 'limits'>,
  account: ActorAccount,
  { member, part }: Call<typeof endpoint>['query'],
  reply: FastifyReply,
): Promise<undefined> {
  requireOverseer(account)
  await limits.spend(exportsPerAccount, account.id)
  const zone = zoneOrUtc(account.timeZone)
  const events = eachTeamEvent(readAs(account.id), account.workspaceId, { actorId: member, part }, MOST)
  async function* rows() {
    yield words[account.language].headers
    for await (const row of events) {
      const local = localTimeAt(row.at.getTime(), zone).replace('T', ' ')
      const people = [row.actor_name, row.subject_name]
      const what = words[account.language]
      const about = [what.parts[row.part], what.kinds[row.kind as ActivityKind] ?? row.kind]
      const cells = [...about, ...people, row.slug, row.files, row.member_role, row.plan_from, row.plan_to]
      yield [row.at.toISOString(), local, ...cells.map((cell) => String(cell ?? ''))]
    }
  }
  return sendCsv(reply, 'team-activity.csv', rows())
}

/** What the account did in its team, for the export of the account. */
export async function* eachOwnActivity(
  db: Context['db'],
  workspaceId: string,
  accountId: string,
): AsyncGenerator<ActivityEntry> {
  for await (const row of eachTeamEvent(db, workspaceId, { actorId: accountId }, MOST)) yield presentEntry(row)
}
