import type { Context } from '../context.ts'
import type { TaskHandlers } from '../jobs/task-handlers.ts'
import { mailSentBack } from './mail-sent-back.ts'
import { remindDue } from './remind-due.ts'

export const requestTasks = (ctx: Context): TaskHandlers => ({
  'remind-due': () => remindDue(ctx),
  'mail-sent-back': (payload) => mailSentBack(ctx, payload),
})
