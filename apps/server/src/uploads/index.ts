/** Uploads: receiving, resuming and completing bytes. Knows nothing about transfers. */

export { ArrivalFeed } from './arriving/arrival-feed.ts'
export {
  type ArrivingFile,
  endedUploads,
  endLater,
  finishLater,
  hasUnreadSuspects,
  isHeldBack,
  listArrivals,
  listArriving,
  listLacking,
  MISSING,
  type OpenArrival,
  openArrival,
  readArrivalSnapshot,
  tellArrival,
} from './arriving/arrival-store.ts'
export { removeMissing } from './arriving/keep-arrived.ts'
export { type ArrivingSpan, readArriving } from './arriving/read-arriving.ts'
export {
  isPastGrace,
  listUploadedFiles,
  type UploadedFile,
} from './blob-store.ts'
export { checkUploads, type Finding } from './consistency/check-uploads.ts'
export { removeDeadBlobs } from './consistency/remove-dead-blobs.ts'
export { requireKnownStores } from './consistency/require-known-stores.ts'
export { rereadFiles } from './consistency/reread-files.ts'
export { sweepLeftovers } from './consistency/sweep-leftovers.ts'
export { sweepPrefix, sweepStores } from './consistency/sweep-stores.ts'
export type { WithdrawnFile } from './consistency/withdraw-damaged.ts'
export { awaitParts, type Patience } from './finish/await-parts.ts'
export { blockHash, liftHash } from './finish/block-hash.ts'
export { listBlocks } from './finish/block-list-store.ts'
export { checkFiles, startChecks } from './finish/check-files.ts'
export { completeReady, completeUpload } from './finish/complete-upload.ts'
export { endUploads, endUploadsOfLink } from './finish/end-link-uploads.ts'
export {
  clearOwnerAddresses,
  deleteFileRows,
  deleteFilesAt,
  deleteFilesWith,
  listAnonymousFiles,
  listFileOwners,
  listKeptFiles,
  listOwnFiles,
  listOwnStanding,
  readRemains,
  renameFiles,
  restoreFileRows,
} from './finish/file-store.ts'
export { giveUp, giveUpUploadsOf } from './finish/give-up.ts'
export { type AccountOwner, handOver } from './finish/hand-over.ts'
export { handOverUploads, moveUploads } from './finish/hand-over-uploads.ts'
export { reapUploads } from './finish/reap-uploads.ts'
export { refuseBlocked } from './finish/refuse-blocked.ts'
export { closeUpload, sealUpload, settleUpload } from './finish/seal-upload.ts'
export { moveFiles, resumeMoves } from './move/move-files.ts'
export { listMoves, type MoveRow, stopMove, stopStrayMoves } from './move/move-store.ts'
export { startMove } from './move/start-move.ts'
export { authoriseUpload } from './parts/authorise-upload.ts'
export { receivePart } from './parts/receive-part.ts'
export { signParts } from './parts/sign-parts.ts'
export { issueToken } from './plan/issue-token.ts'
export { LineMemory } from './plan/line-memory.ts'
export { PACKED_BELOW_BYTES } from './plan/plan-blobs.ts'
export { planUpload, type UploadInput } from './plan/plan-upload.ts'
export { presentPlan } from './plan/present-plan.ts'
export { makeRoom } from './plan/set-aside.ts'
export { type BlobSource, loadReadable, loadSources, readFile, readSource, type StoredFile } from './read-file.ts'
export { uploadRoutes } from './routes.ts'
export { clearInfectedFiles, type InfectedFile, listInfectedFiles } from './scan/infected-store.ts'
export { scanFiles, startScans } from './scan/scan-files.ts'
export { listScanStates, listVisitorFiles } from './scan/scan-store.ts'
export {
  adoptStrayBlobs,
  isBlobGone,
  listBereftUploads,
  listStoredBlobs,
  type StoredBlob,
  setBlobPlace,
} from './stored-blob-store.ts'
export {
  adoptUploads,
  clearVisitorUploads,
  completeUploads,
  findSender,
  findUpload,
  openUploads,
  SUPPLIER_OWNER,
  senderFlag,
  sentUploads,
  sumStored,
  type UploadRow,
  uploadState,
} from './upload-store.ts'
