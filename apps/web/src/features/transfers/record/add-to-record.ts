import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import type { SourceFile, UploadProgress } from '@waybill/uploader/upload'
import { call } from '../../../shared/api/client.ts'
import { effectiveType } from '../../../shared/upload/effective-type.ts'
import { loadUploader } from '../../../shared/upload/load-uploader.ts'
import { uploadApi } from '../../../shared/upload/upload-api.ts'

interface Addition {
  record: TransferRecord
  files: readonly SourceFile[]
  /** The file whose place the one new file takes. */
  replaces?: string
  onProgress: (progress: UploadProgress) => void
  signal: AbortSignal
}

/** Uploads files into a saved transfer. Rejects with what ended it; what has arrived is kept for 7 days. */
export async function addToRecord(addition: Addition): Promise<{ transfer: TransferRecord }> {
  const { record, files, replaces, onProgress, signal } = addition
  const { fingerprintFiles, startUpload } = await loadUploader()
  const params = { transfer: record._id }
  const manifest = await fingerprintFiles(files)
  const body = { files: manifest, effectiveType: effectiveType(), ...(replaces ? { replaces } : {}) }
  const { plan } = await call('planAddedFiles', { params, body })
  const own = uploadApi(plan)
  let token = plan.token
  // Planning the same files again finds the same upload, with a new token.
  const renew = async () => {
    const renewed = await call('planAddedFiles', { params, body })
    token = renewed.plan.token
    return renewed.plan
  }
  const run = startUpload({ plan, files, api: { ...own, renew }, effectiveType: effectiveType() })
  const stop = run.subscribe(onProgress)
  const cancel = () => run.cancel()
  signal.addEventListener('abort', cancel)
  try {
    await run.finished
  } finally {
    stop()
    signal.removeEventListener('abort', cancel)
  }
  return call('completeAddedFiles', { params, body: { upload: plan.upload, token } })
}
