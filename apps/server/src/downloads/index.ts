/** The door of downloads: opening a link, one file, the zip, and what was delivered. */
export type { Link } from './find-linked.ts'
export { openTransfer } from './open-transfer.ts'
export { downloadRoutes } from './routes.ts'
