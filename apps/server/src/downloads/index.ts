/** The door of downloads: opening a link, one file, the zip, and what was delivered. */
export { piecesOf } from './chunks-of.ts'
export { downloadTasks } from './download-tasks.ts'
export { openZip } from './download-zip.ts'
export type { LinkNeeds } from './find-linked.ts'
export { grantDownload } from './grant-download.ts'
export { downloadRoutes } from './routes.ts'
export { serveContent } from './serve-content.ts'
export { layOutZip } from './zip-layout.ts'
