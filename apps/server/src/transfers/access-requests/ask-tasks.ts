import type { Context } from '../../context.ts'
import type { TaskHandlers } from '../../platform/jobs/task-handlers.ts'
import { forgetAsks } from '../index.ts'
import { mailAgain } from './mail-again.ts'
import { tellAskers } from './tell-askers.ts'

export const askTasks = (ctx: Context): TaskHandlers => ({
  'mail-again': (payload) => mailAgain(ctx, payload),
  'tell-askers': (payload) => tellAskers(ctx, payload),
  'forget-asks': () => forgetAsks(ctx.db),
})
