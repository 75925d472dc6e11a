import type { Context } from '../../context.ts'
import type { TaskHandlers } from '../jobs/task-handlers.ts'
import { forgetMails } from './old-mail-store.ts'
import { sendMail } from './send-mail.ts'

const MAILS_AT_ONCE = 1_000

export const mailTasks = (ctx: Context): TaskHandlers => ({
  'send-mail': (payload) => sendCounted(ctx, payload),
  'send-code': (payload) => sendCounted(ctx, payload),
  'forget-mails': async () => {
    while ((await forgetMails(ctx.db, ctx.config.retention.mailDays, MAILS_AT_ONCE)) > 0);
  },
})

async function sendCounted(ctx: Context, payload: { mailId: string }): Promise<void> {
  try {
    const outcome = await sendMail(ctx, payload)
    if (outcome !== null) ctx.metrics.noteMail(outcome)
  } catch (error) {
    ctx.metrics.noteMail('retrying')
    throw error
  }
}
