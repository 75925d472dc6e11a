/** The public API of the operator's desk. */
export { deskRoutes } from './routes.ts'
