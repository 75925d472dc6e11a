import type { Context } from '../../context.ts'
import type { TaskHandlers } from '../../platform/jobs/task-handlers.ts'
import { forgetRevokedKeys } from './api-keys/api-key-store.ts'
import { forgetOverDeviceLogins } from './device-logins/device-login-store.ts'
import { mailReset } from './passwords/mail-reset.ts'
import { forgetOver, forgetSessionAddresses } from './session-store.ts'

export const sessionTasks = (ctx: Context): TaskHandlers => ({
  'mail-reset': (payload) => mailReset(ctx, payload),
  'forget-sessions': async () => {
    await forgetOver(ctx.db)
    await forgetRevokedKeys(ctx.db)
    await forgetOverDeviceLogins(ctx.db)
    await forgetSessionAddresses(ctx.db, ctx.config.ipRetentionDays)
  },
})
