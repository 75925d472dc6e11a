import type { Context } from '../context.ts'
import type { TaskHandlers } from '../platform/jobs/task-handlers.ts'
import { forgetOldReports } from './report-store.ts'

export const abuseTasks = (ctx: Context): TaskHandlers => ({
  'forget-reports': () => forgetOldReports(ctx.db),
})
