export { fingerprintFiles } from './files/fingerprint.ts'
export { fromFile } from './files/from-file.ts'
export { dropHandles, keepHandles, type TakenHandles, takeHandles } from './files/handles.ts'
export { type Mismatch, matchFiles } from './files/match-files.ts'
export { type ReadFiles, readDropped, readHandles, readPicked } from './files/read-entries.ts'
export { startUpload } from './start-upload.ts'
export type { Clock, Environment } from './transport/environment.ts'
export { warmUp } from './transport/warm-up.ts'
export type {
  KeptHandle,
  SourceFile,
  Upload,
  UploadApi,
  UploadOptions,
  UploadProgress,
  UploadStatus,
} from './upload.ts'
export { UploadCancelled, UploadError, type UploadErrorCode, type UploadErrorLocation } from './upload-error.ts'
