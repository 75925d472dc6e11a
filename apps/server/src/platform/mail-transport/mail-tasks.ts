import type { Context } from '../../context.ts'
import type { TaskHandlers } from '../jobs/task-handlers.ts'
import { forgetMails } from './old-mail-store.ts'
import { sendMail } from './send-mail.ts'

const MAILS_AT_ONCE = 1_000

export const mailTasks = (ctx: Context): TaskHandlers => ({
  'send-mail': (payload) => sendMail(ctx, payload),
  'send-code': (payload) => sendMail(ctx, payload),
  'forget-mails': async () => {
    while ((await forgetMails(ctx.db, ctx.config.retention.mailDays, MAILS_AT_ONCE)) > 0);
  },
})
