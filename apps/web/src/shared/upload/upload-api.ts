import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { UploadApi } from '@waybill/uploader/upload'
import { call } from '../api/client.ts'

export interface OwnUploadApi extends UploadApi {
  /** The token as last renewed. */
  token(): string
}

/** The calls of one upload, under its own token, which outlives any session. */
export function uploadApi({ upload, token: firstToken }: UploadPlan): OwnUploadApi {
  let token = firstToken
  const params = { upload }
  return {
    token: () => token,
    readUpload: () => call('readUpload', { params, token }),
    renew: async () => {
      const { plan } = await call('resumeTransfer', { body: { upload } })
      token = plan.token
      return plan
    },
    signParts: (body) => call('signParts', { params, token, body }),
  }
}
