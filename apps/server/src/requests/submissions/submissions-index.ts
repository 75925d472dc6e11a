/** The door of the inbox: answering a request, and what came. */
export { clearInboxOf } from './batch-store.ts'
export { checkSealed } from './check-sealed.ts'
export { eachOwnBatch } from './export-store.ts'
export { inboxTasks } from './inbox-tasks.ts'
export { inboxRoutes } from './routes.ts'
