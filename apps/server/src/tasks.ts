import { abuseTasks } from './abuse/index.ts'
import { brandingTasks } from './branding/index.ts'
import { contactTasks } from './contacts/index.ts'
import type { Context } from './context.ts'
import { conversationTasks } from './conversations/index.ts'
import { deskTasks } from './desk/index.ts'
import { domainTasks } from './domains/index.ts'
import { downloadTasks } from './downloads/index.ts'
import { sessionTasks } from './identity/sessions/index.ts'
import { libraryTasks } from './library/index.ts'
import { mailDomainTasks } from './mail-domains/index.ts'
import { notificationTasks } from './notifications/index.ts'
import { paymentTasks } from './payments/index.ts'
import { httpTasks } from './platform/http/http-tasks.ts'
import type { TaskHandlers } from './platform/jobs/task-handlers.ts'
import { mailTasks } from './platform/mail-transport/index.ts'
import { securityTasks } from './platform/security-log/security-tasks.ts'
import { tlsTasks } from './platform/tls/tls-tasks.ts'
import { inboxTasks, requestTasks } from './requests/index.ts'
import { trackingTasks } from './tracking/index.ts'
import { eventTasks } from './tracking/ledger/index.ts'
import { receiptTasks } from './tracking/receipts/index.ts'
import { accessRequestTasks } from './transfers/access-requests/index.ts'
import { transferTasks } from './transfers/index.ts'
import { webhookTasks } from './webhooks/index.ts'
import { teamTasks } from './workspaces/team/index.ts'

/** Every background task of every module. */
export const allTasks = (ctx: Context): TaskHandlers => ({
  ...httpTasks(ctx),
  ...deskTasks(ctx),
  ...securityTasks(ctx),
  ...tlsTasks(ctx),
  ...mailTasks(ctx),
  ...sessionTasks(ctx),
  ...paymentTasks(ctx),
  ...eventTasks(ctx),
  ...transferTasks(ctx),
  ...downloadTasks(ctx),
  ...abuseTasks(ctx),
  ...trackingTasks(ctx),
  ...accessRequestTasks(ctx),
  ...notificationTasks(ctx),
  ...webhookTasks(ctx),
  ...teamTasks(ctx),
  ...brandingTasks(ctx),
  ...domainTasks(ctx),
  ...mailDomainTasks(ctx),
  ...receiptTasks(ctx),
  ...libraryTasks(ctx),
  ...contactTasks(ctx),
  ...conversationTasks(ctx),
  ...requestTasks(ctx),
  ...inboxTasks(ctx),
})
