import { browserEnvironment } from './transport/browser-environment.ts'
import type { Upload, UploadOptions } from './upload.ts'
import { UploadRun } from './upload-run.ts'

/**
 * Sends what is missing of `plan` from `files` and goes on until every part is acknowledged: over line cuts, sleep,
 * server restarts and new tokens. Never throws; how it ends is told by `finished`.
 */
export function startUpload(options: UploadOptions): Upload {
  return new UploadRun({ ...options, environment: options.environment ?? browserEnvironment() })
}
