import { plans } from '@waybill/contract/billing/plans'
import { readRole } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { languageOf, listMembers } from '../../identity/accounts/index.ts'
import { linkTo, paths } from '../../platform/links.ts'
import { queueMail } from '../../platform/mail-transport/index.ts'
import { readTeamState, seatsEndAt } from '../index.ts'

/**
 * Tells everybody in the team that its plan has fewer seats than it has members, and what that means for each. Tells
 * them again when the seats become fewer still, since other members are above the seats then.
 */
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
    for (const [nth, reader] of [admin, ...members].entries()) {
      const isAdmin = nth === 0
      await queueMail(tx, ctx, {
        template: 'team-over-seats',
        to: reader.email,
        language: languageOf(reader),
        once: `over-seats-${workspaceId}-${overSeatsSince.getTime()}-${seats}-${reader.id}`,
        facts: {
          seats,
          members: members.length,
          endsAt: seatsEndAt(overSeatsSince).toISOString(),
          isAdmin,
          hasSeat: nth <= seats,
          adminAddress: admin.email,
          link: linkTo(ctx.config, isAdmin ? paths.plans : paths.transfers),
        },
      })
    }
  })
}
