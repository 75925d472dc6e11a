/** The door of downloads: opening a link, one file, the zip, and what was delivered. */
export { downloadRoutes } from './routes.ts'
