/** Analytics: derived from an account's counts. */
export { analyticsRoutes } from './routes.ts'
