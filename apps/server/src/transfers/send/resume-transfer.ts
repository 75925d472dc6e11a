import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { resumeTransfer as endpoint } from '@waybill/contract/transfers/endpoints'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import { isAccountAddress } from '../../identity/accounts/index.ts'
import { isSenderProven } from '../../identity/mailed-codes/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { findUpload, issueToken, presentPlan, type UploadRow } from '../../uploads/index.ts'
import { findDraft } from '../draft-store.ts'
import { standingForwarded } from '../files/forwarded-files.ts'
import { may } from '../transfer-policy.ts'
import { findTransferOfUpload } from '../transfer-store.ts'

/**
 * Resumes an unfinished transfer, with its fields and a new token. An account may resume its own, on any device; for
 * one without an account, the browser that began it and anybody with its sender's proven address. To everyone else it
 * does not exist.
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
  if (upload === null || !(await isTheirs(ctx.db, actor, upload))) throw new Problem('upload-not-found')
  if (upload.state !== 'open' || upload.is_over) throw new Problem('upload-closed', { state: upload.state })
  const draft = await findDraft(ctx.db, uploadId)
  if (draft === null) throw new Problem('upload-not-found')
  const token = await issueToken(ctx.db, uploadId)
  const sent = await findTransferOfUpload(ctx.db, uploadId)
  return {
    ...(sent && { arriving: { _id: sent.id, slug: sent.slug } }),
    draft: {
      sendAs: draft.sendAs,
      senderEmail: draft.senderAddress,
      emailTo: draft.recipients,
      title: draft.title,
      message: draft.message,
      expirySeconds: draft.expirySeconds,
      forwarded: await standingForwarded(ctx.db, actor, draft.forwarded),
    },
    plan: await presentPlan(ctx, upload, token, origins),
  }
}

async function isTheirs(
  db: Kysely<Database>,
  { account, deviceId }: Actor,
  upload: Pick<UploadRow, 'account_id' | 'device_id' | 'owner_address'>,
): Promise<boolean> {
  const hasProven =
    upload.account_id === null &&
    ((await isSenderProven(db, deviceId, upload.owner_address)) ||
      (account !== null && (await isAccountAddress(db, account.id, upload.owner_address))))
  return may({ accountId: account?.id ?? null, deviceId, hasProven }, 'resume', upload)
}
