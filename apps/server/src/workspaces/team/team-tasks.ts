import type { Context } from '../../context.ts'
import type { TaskHandlers } from '../../platform/jobs/task-handlers.ts'
import { forgetOldActivity } from './activity-store.ts'
import { forgetOldInvites } from './invite-store.ts'
import { tellOverSeats } from './tell-over-seats.ts'

export const teamTasks = (ctx: Context): TaskHandlers => ({
  'tell-over-seats': ({ workspaceId }) => tellOverSeats(ctx, workspaceId),
  'forget-invites': async () => {
    await forgetOldInvites(ctx.db)
    await forgetOldActivity(ctx.db)
  },
})
