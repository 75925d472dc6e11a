import { browserEnvironment } from './transport/browser-environment.ts'
import type { Upload, UploadOptions } from './upload.ts'
import { UploadRun } from './upload-run.ts'

/**
 * Sends what is missing of `plan` from `files` and continues until every part is acknowledged: over broken connections,
 * sleep, server restarts and new tokens. Never throws; `finished` tells how it ends.
 */
export function startUpload(options: UploadOptions): Upload {
  return new UploadRun({ ...options, environment: options.environment ?? browserEnvironment() })
}
