import { forgetMailedPeople } from '../billing/index.ts'
import type { Context } from '../context.ts'
import type { TaskHandlers } from '../platform/jobs/task-handlers.ts'
import { mailComments } from './comments/mail-comments.ts'
import { remindDue } from './deadlines/remind-due.ts'
import { eraseRequests } from './manage/erase-requests.ts'
import { listLongDeleted } from './request-store.ts'
import { mailSentBack } from './review/mail-sent-back.ts'
import { tellAssignee, tellRequestShared } from './share/tell-request-shared.ts'

export const requestTasks = (ctx: Context): TaskHandlers => ({
  'remind-due': () => remindDue(ctx),
  'forget-request-mails': async () => forgetMailedPeople(ctx.db, await listLongDeleted(ctx.db)),
  'erase-requests': () => eraseRequests(ctx),
  'mail-comments': (payload) => mailComments(ctx, payload),
  'mail-sent-back': (payload) => mailSentBack(ctx, payload),
  'tell-request-shared': (payload) => tellRequestShared(ctx, payload),
  'tell-assignee': (payload) => tellAssignee(ctx, payload),
})
