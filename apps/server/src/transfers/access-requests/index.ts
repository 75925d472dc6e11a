/** The public API of access requests: more time, a lost mail, a link of one's own, and how senders give them. */
export { accessRequestTasks } from './access-request-tasks.ts'
export { accessRequestRoutes } from './routes.ts'
