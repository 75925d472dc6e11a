/** Profile: what an account's owner changes, takes along and ends. */
export { profileRoutes } from './routes.ts'
