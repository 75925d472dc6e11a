/** Library: every file an account sent or was sent. */
export { libraryTasks } from './library-tasks.ts'
export { libraryRoutes } from './routes.ts'
