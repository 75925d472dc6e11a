import type { Context } from '../context.ts'
import type { TaskHandlers } from '../jobs/task-handlers.ts'
import { tellRecipients } from './tell-recipients.ts'
import { tellSender } from './tell-sender.ts'

export const trackingTasks = (ctx: Context): TaskHandlers => ({
  'tell-recipients': (payload) => tellRecipients(ctx, payload),
  'tell-sender': (payload) => tellSender(ctx, payload),
})
