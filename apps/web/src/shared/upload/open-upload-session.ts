import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import { type SessionCalls, UploadSession, type UploadSessionOptions } from '@waybill/uploader/session/upload-session'
import { call } from '../api/client.ts'
import { effectiveType } from './effective-type.ts'
import { loadUploader } from './load-uploader.ts'

type SenderOptions<Done> = Pick<UploadSessionOptions<Done>, 'files' | 'sources' | 'onProgress' | 'keepsFiles'> &
  Pick<SessionCalls<Done>, 'resume' | 'complete' | 'completeAhead'>

/** A session for one upload, whose calls go under the upload's own token, which outlives any sign-in. */
export async function openUploadSession<Done>(
  plan: UploadPlan,
  { resume, complete, completeAhead, ...options }: SenderOptions<Done>,
): Promise<UploadSession<Done>> {
  const engine = await loadUploader()
  const params = { upload: plan.upload }
  const calls: SessionCalls<Done> = {
    readUpload: (token) => call('readUpload', { params, token }),
    signParts: (token, body) => call('signParts', { params, token, body }),
    resume,
    complete,
    ...(completeAhead && { completeAhead }),
  }
  return new UploadSession({ ...options, engine, plan, calls, effectiveType: effectiveType() })
}
