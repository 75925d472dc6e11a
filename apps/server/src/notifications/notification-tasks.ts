import type { Context } from '../context.ts'
import type { TaskHandlers } from '../platform/jobs/task-handlers.ts'
import { forgetBefore } from './notification-store.ts'
import { notify } from './notify.ts'

const KEPT_DAYS = 90

export const notificationTasks = (ctx: Context): TaskHandlers => ({
  notify: (payload) => notify(ctx, payload),
  'forget-notifications': () => forgetBefore(ctx.db, KEPT_DAYS),
})
