/** The public API of access requests: more time, a lost mail, a personal link, and how senders grant them. */
export { accessRequestTasks } from './access-request-tasks.ts'
export { accessRequestRoutes } from './routes.ts'
