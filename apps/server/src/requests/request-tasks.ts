import type { Context } from '../context.ts'
import type { TaskHandlers } from '../platform/jobs/task-handlers.ts'
import { remindDue } from './deadlines/remind-due.ts'
import { mailSentBack } from './review/mail-sent-back.ts'

export const requestTasks = (ctx: Context): TaskHandlers => ({
  'remind-due': () => remindDue(ctx),
  'mail-sent-back': (payload) => mailSentBack(ctx, payload),
})
