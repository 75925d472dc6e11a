import { OVER_SEATS_DAYS, plans } from '@waybill/contract/billing/plans'
import { readRole } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { languageOf, listMembers } from '../../identity/accounts/index.ts'
import { linkTo, paths } from '../../platform/links.ts'
import { queueMail } from '../../platform/mail-transport/index.ts'
import { readTeamState } from '../index.ts'

const DAY_MS = 86_400_000

/** Tells the admin and each member above the seats of the plan until when they may send. */
export async function tellOverSeats(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  workspaceId: string,
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const { overSeatsSince } = await readTeamState(tx, workspaceId)
    if (overSeatsSince === null) return
    const seats = plans[await readRole(tx, workspaceId)].seatLimit
    const [admin, ...members] = await listMembers(tx, workspaceId)
    if (admin === undefined) return
    const endsAt = new Date(overSeatsSince.getTime() + OVER_SEATS_DAYS * DAY_MS).toISOString()
    for (const reader of [admin, ...members.slice(seats)]) {
      const isAdmin = reader.id === admin.id
      await queueMail(tx, ctx, {
        template: 'team-over-seats',
        to: reader.email,
        language: languageOf(reader),
        once: `over-seats-${workspaceId}-${overSeatsSince.getTime()}-${reader.id}`,
        facts: {
          seats,
          members: members.length,
          endsAt,
          isAdmin,
          adminAddress: admin.email,
          link: linkTo(ctx.config, isAdmin ? paths.plans : paths.transfers),
        },
      })
    }
  })
}
