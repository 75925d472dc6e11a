/** Analytics: what is made of an account's counts. */
export { analyticsRoutes } from './routes.ts'
