import type { Context } from '../../context.ts'
import type { TaskHandlers } from '../../platform/jobs/task-handlers.ts'
import { endAccessTokensOf, forgetAccessRequests } from '../index.ts'
import { notifyRequesters } from './notify-requesters.ts'
import { resendMail } from './resend-mail.ts'

export const accessRequestTasks = (ctx: Context): TaskHandlers => ({
  'resend-mail': (payload) => resendMail(ctx, payload),
  'notify-requesters': (payload) => notifyRequesters(ctx, payload),
  'end-access-tokens': ({ accountId }) => endAccessTokensOf(ctx.db, accountId),
  'forget-access-requests': () => forgetAccessRequests(ctx.db),
})
