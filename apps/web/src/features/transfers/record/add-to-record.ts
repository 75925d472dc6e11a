import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import type { SourceFile, UploadProgress } from '@waybill/uploader/upload'
import { call } from '../../../shared/api/client.ts'
import { effectiveType } from '../../../shared/upload/effective-type.ts'
import { loadUploader } from '../../../shared/upload/load-uploader.ts'
import { openUploadSession } from '../../../shared/upload/open-upload-session.ts'

interface Addition {
  record: TransferRecord
  files: readonly SourceFile[]
  /** The file that the one new file replaces. */
  replaces?: string
  onProgress: (progress: UploadProgress) => void
  signal: AbortSignal
}

/**
 * Uploads files into a saved transfer. Rejects with the error that ended it; the server keeps the arrived bytes for 7
 * days.
 */
export async function addToRecord(addition: Addition): Promise<{ transfer: TransferRecord }> {
  const { record, files, replaces, onProgress, signal } = addition
  const { fingerprintFiles } = await loadUploader()
  const params = { transfer: record._id }
  const manifest = await fingerprintFiles(files)
  const body = { files: manifest, effectiveType: effectiveType(), ...(replaces ? { replaces } : {}) }
  // Planning the same files again finds the same upload, with a new token.
  const readPlan = async () => (await call('planAddedFiles', { params, body })).plan
  const plan = await readPlan()
  const session = await openUploadSession(plan, {
    files,
    keepsFiles: false,
    onProgress,
    resume: readPlan,
    complete: (token) => call('completeAddedFiles', { params, body: { upload: plan.upload, token } }),
  })
  const pause = () => session.pause()
  signal.addEventListener('abort', pause)
  return session.run().finally(() => signal.removeEventListener('abort', pause))
}
