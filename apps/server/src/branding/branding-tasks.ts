import type { Context } from '../context.ts'
import type { TaskHandlers } from '../platform/jobs/task-handlers.ts'
import { forgetCompanyIcons } from './company-icon-store.ts'
import { lookUpIcon } from './look-up-icon.ts'

export const brandingTasks = (ctx: Context): TaskHandlers => ({
  'look-up-icon': ({ domain }) => lookUpIcon(ctx, { domain }),
  'forget-icons': () => forgetCompanyIcons(ctx.db, { all: ctx.config.logoLookup === 'off' }),
})
