import type { Context } from '../context.ts'
import type { TaskHandlers } from '../jobs/task-handlers.ts'
import { adoptClaims } from './adopt-claims.ts'
import { mailReceipt } from './mail-receipt.ts'
import { tellBatch } from './tell-batch.ts'
import { withdrawAnswer } from './withdraw-answer.ts'

export const inboxTasks = (ctx: Context): TaskHandlers => ({
  'withdraw-answer': (payload) => withdrawAnswer(ctx, payload),
  'tell-batch': (payload) => tellBatch(ctx, payload),
  'mail-receipt': (payload) => mailReceipt(ctx, payload),
  'adopt-claims': (payload) => adoptClaims(ctx, payload),
})
