/** Downloads: opening a link, one file, the zip, and what was delivered. */
export { checkDeliveries } from './delivery/check-deliveries.ts'
export { typeOf } from './delivery/content-headers.ts'
export { judgeStored } from './delivery/read-preview.ts'
export { serveContent } from './delivery/serve-content.ts'
export { downloadTasks } from './download-tasks.ts'
export { findPreviewGrant } from './grant/find-grant.ts'
export { grantDownload } from './grant/grant-download.ts'
export { askPreview, grantPreview } from './grant/grant-preview.ts'
export { findGrantedFile } from './grant/grant-store.ts'
export { GrantWatch } from './grant/grant-watch.ts'
export {
  findLibraryGrant,
  forgetLibraryGrants,
  listEndedLibraryGrants,
} from './grant/library-grant-store.ts'
export { type ArchiveLink, linkToArchives } from './grant/link-to-archives.ts'
export { type LibraryLink, linkToOwn } from './grant/link-to-own.ts'
export { isThroughScan, requireScannedFiles } from './grant/require-scanned.ts'
export { findLinked, type Link, type LinkNeeds } from './open/find-linked.ts'
export { requireOpen } from './open/open-link.ts'
export { openByPicturePass } from './open/picture-pass.ts'
export { confirmAccessRequestCode, requestLinkCode } from './open/prove-address.ts'
export { sendSlipPage, troubledPage } from './pages/download-page.ts'
export { backToPage, isLinkForm, lead, pageOf } from './pages/form-answers.ts'
export { downloadRoutes } from './routes.ts'
export { piecesOf } from './zip/chunks-of.ts'
export { openZip, zipSourceOf } from './zip/download-zip.ts'
export { layOutZip } from './zip/zip-layout.ts'
