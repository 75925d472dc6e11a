import type { ReplyOf } from '@waybill/contract/endpoint'
import { Problem } from '@waybill/contract/problems'
import type { resumeTransfer as endpoint } from '@waybill/contract/transfers'
import { isSenderProven } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import type { Actor } from '../http/actor.ts'
import { findUpload, issueToken, presentPlan } from '../uploads/index.ts'
import { findDraft } from './draft-store.ts'

/**
 * Takes up an unfinished transfer of this browser, with what was written and a new token. A browser that began it, or
 * has proven its sender's address, may; to every other one it does not exist.
 *
 * @throws Problem 'upload-not-found' | 'upload-closed'
 */
export async function resumeTransfer(
  ctx: Pick<Context, 'db' | 'stores'>,
  actor: Actor,
  uploadId: string,
  origins: string[],
): Promise<ReplyOf<typeof endpoint>> {
  const upload = await findUpload(ctx.db, uploadId)
  if (upload === null || actor.deviceId === null) throw new Problem('upload-not-found')
  const isTheirs =
    upload.device_id === actor.deviceId || (await isSenderProven(ctx.db, actor.deviceId, upload.owner_address))
  if (!isTheirs) throw new Problem('upload-not-found')
  if (upload.state !== 'open' || upload.is_over) throw new Problem('upload-closed', { state: upload.state })
  const draft = await findDraft(ctx.db, uploadId)
  if (draft === null) throw new Problem('upload-not-found')
  const token = await issueToken(ctx.db, uploadId)
  return {
    draft: {
      sendAs: draft.sendAs,
      senderEmail: draft.senderAddress,
      emailTo: draft.recipients,
      message: draft.message,
      expirySeconds: draft.expirySeconds,
    },
    plan: await presentPlan(ctx, upload, token, origins),
  }
}
