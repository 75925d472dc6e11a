/** The public API of the operator's desk. */

export { searchAccounts } from './accounts.ts'
export { type AccountChange, changeAccount } from './change-account.ts'
export { deskTasks } from './desk-tasks.ts'
export { readHealthHistory } from './health-history.ts'
export { endLifetimeCode, makeLifetimeCodes } from './lifetime-codes.ts'
export { listJobs, listMails, retryJob, retryMail } from './queues.ts'
export { deskRoutes } from './routes.ts'
