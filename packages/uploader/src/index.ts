export type { Clock, Environment } from './environment.ts'
export { fingerprintFiles } from './fingerprint.ts'
export { fromFile } from './from-file.ts'
export { dropHandles, keepHandles, type TakenHandles, takeHandles } from './handles.ts'
export { type Mismatch, matchFiles } from './match-files.ts'
export { type ReadFiles, readDropped, readHandles, readPicked } from './read-entries.ts'
export { startUpload } from './start-upload.ts'
export type {
  KeptHandle,
  SourceFile,
  Upload,
  UploadApi,
  UploadOptions,
  UploadProgress,
  UploadStatus,
} from './upload.ts'
export { UploadCancelled, UploadError, type UploadErrorCode, type UploadErrorPlace } from './upload-error.ts'
