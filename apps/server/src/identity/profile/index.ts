/** Profile: what an account's owner can change, export and end. */
export { profileRoutes } from './routes.ts'
