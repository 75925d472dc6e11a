import * as activity from '@waybill/contract/workspaces/activity-endpoints'
import * as endpoints from '@waybill/contract/workspaces/team-endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { offerDevice } from '../../identity/accounts/index.ts'
import { accountOf } from '../../platform/http/actor.ts'
import { bind } from '../../platform/http/bind.ts'
import { resendInvite, withdrawInvite } from './change-invites.ts'
import { exportActivity } from './export-activity.ts'
import { acceptHandover, offerHandover, withdrawHandover } from './hand-over-admin.ts'
import { inviteMembers } from './invite-members.ts'
import { acceptInvite, joinTeam } from './join-team.ts'
import { listActivity } from './list-activity.ts'
import { changeMemberRole, removeMember } from './manage-members.ts'
import { openInvite } from './open-invite.ts'
import { readTeam } from './read-team.ts'
import { requireSecondFactor } from './require-second-factor.ts'

export function teamRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, endpoints.readTeam, async ({ actor }) => ({ team: await readTeam(ctx.db, accountOf(actor).workspaceId) }))
  bind(app, endpoints.inviteMembers, ({ actor, body }) => inviteMembers(ctx, actor, body))
  bind(app, activity.listActivity, ({ actor, query }) => listActivity(ctx, accountOf(actor), query))
  bind(app, activity.exportActivity, ({ actor, query, reply }) => exportActivity(ctx, accountOf(actor), query, reply))
  bind(app, endpoints.resendInvite, ({ actor, params }) => resendInvite(ctx, actor, params.invite))
  bind(app, endpoints.withdrawInvite, ({ actor, params }) => withdrawInvite(ctx, actor, params.invite))
  bind(app, endpoints.changeMemberRole, ({ actor, params, body }) =>
    changeMemberRole(ctx, actor, { ...params, ...body }),
  )
  bind(app, endpoints.removeMember, ({ actor, params, body }) => removeMember(ctx, actor, { ...params, ...body }))
  bind(app, endpoints.requireSecondFactor, ({ request, body }) => requireSecondFactor(ctx, request, body))
  bind(app, endpoints.offerHandover, ({ request, body }) => offerHandover(ctx, request, body))
  bind(app, endpoints.withdrawHandover, ({ actor }) => withdrawHandover(ctx, actor))
  bind(app, endpoints.acceptHandover, ({ actor }) => acceptHandover(ctx, actor))
  bind(app, endpoints.openInvite, ({ actor, body, request, reply }) => {
    // Before the browser joins: it is recognised when it repeats a call whose answer was lost.
    offerDevice(ctx, request, reply)
    return openInvite(ctx, actor, body.invite)
  })
  bind(app, endpoints.joinTeam, (call) => joinTeam(ctx, call))
  bind(app, endpoints.acceptInvite, ({ actor, body }) => acceptInvite(ctx, actor, body.invite))
}
