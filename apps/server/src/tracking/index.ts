/** The door of tracking: what is made of the record. */
export { trackingRoutes } from './routes.ts'
export { trackingTasks } from './tracking-tasks.ts'
