import { browserEnvironment } from './transport/browser-environment.ts'
import { takeWarmth } from './transport/warm-up.ts'
import type { Upload, UploadOptions } from './upload.ts'
import { UploadRun } from './upload-run.ts'

/**
 * Sends what is missing of `plan` from `files` and continues until every part is acknowledged: over broken connections,
 * sleep, server restarts and new tokens. Never throws; `finished` tells how it ends.
 */
export function startUpload(options: UploadOptions): Upload {
  const { environment, warm } = options
  if (environment) return new UploadRun({ ...options, environment })
  return new UploadRun({ ...options, environment: browserEnvironment(), warm: warm ?? takeWarmth() })
}
