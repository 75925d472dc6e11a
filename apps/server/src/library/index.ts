/** Library: every file that an account sent or received. */
export { libraryTasks } from './library-tasks.ts'
export { libraryRoutes } from './routes.ts'
