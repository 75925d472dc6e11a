import type { Context } from '../context.ts'
import type { TaskHandlers } from '../platform/jobs/task-handlers.ts'
import { recheckDomains } from './check-domain.ts'

export const domainTasks = (ctx: Context): TaskHandlers => ({
  'recheck-domains': () => recheckDomains(ctx),
})
