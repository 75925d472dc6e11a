import type { Context } from '../../context.ts'
import type { TaskHandlers } from '../jobs/task-handlers.ts'
import { sendMail } from './send-mail.ts'

export const mailTasks = (ctx: Context): TaskHandlers => ({
  'send-mail': (payload) => sendMail(ctx, payload),
  'send-code': (payload) => sendMail(ctx, payload),
})
