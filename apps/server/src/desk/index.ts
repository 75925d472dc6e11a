/** The public API of the operator's desk. */
export { type AccountChange, changeAccount } from './change-account.ts'
export { deskTasks } from './desk-tasks.ts'
export { listJobs, listMails, retryJob, retryMail } from './queues.ts'
export { deskRoutes } from './routes.ts'
