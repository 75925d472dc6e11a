import type { Context } from '../../context.ts'
import type { TaskHandlers } from '../../platform/jobs/task-handlers.ts'
import { withdrawAnswer } from '../review/withdraw-answer.ts'
import { adoptClaims } from './adopt-claims.ts'
import { mailReceipt } from './mail-receipt.ts'
import { tellChecked, tellSubmission } from './tell-submission.ts'

export const inboxTasks = (ctx: Context): TaskHandlers => ({
  'withdraw-answer': (payload) => withdrawAnswer(ctx, payload),
  'tell-submission': (payload) => tellSubmission(ctx, payload),
  'tell-checked': (payload) => tellChecked(ctx, payload),
  'mail-receipt': (payload) => mailReceipt(ctx, payload),
  'adopt-claims': (payload) => adoptClaims(ctx, payload),
})
