/** The door of the library: every file an account sent or was sent. */
export { linkToOwn } from './fetch-library-files.ts'
export { insertLibraryGrant, listOwnStanding } from './library-store.ts'
export { libraryTasks } from './library-tasks.ts'
export { libraryRoutes } from './routes.ts'
