/** The door of asks: more time, a lost mail, a link of one's own, and how senders give them. */
export { askTasks } from './ask-tasks.ts'
export { askRoutes } from './routes.ts'
