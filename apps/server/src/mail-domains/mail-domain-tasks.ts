import type { Context } from '../context.ts'
import type { TaskHandlers } from '../platform/jobs/task-handlers.ts'
import { recheckMailDomains } from './check-mail-domain.ts'

export const mailDomainTasks = (ctx: Context): TaskHandlers => ({
  'recheck-mail-domains': () => recheckMailDomains(ctx),
})
