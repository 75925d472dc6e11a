import { Problem } from '@waybill/contract/problems'
import type { TransferView } from '@waybill/contract/transfers'
import type { Context } from '../context.ts'
import { findRecipient, findStandingTransfer, presentTransfer } from '../transfers/index.ts'
import { listUploadedFiles } from '../uploads/index.ts'
import { fileLink } from './download-links.ts'
import { findGrant } from './find-grant.ts'
import { zipBytesOf } from './open-transfer.ts'

/**
 * What a grant opens: the page's contents and a path per file.
 *
 * @throws Problem 'grant-not-found', 'grant-expired'
 */
export async function describeDownload(
  ctx: Pick<Context, 'db'>,
  token: string,
): Promise<{ transfer: TransferView; links: Array<{ file: string; url: string; bytes: number }> }> {
  const grant = await findGrant(ctx, token)
  const transfer = await findStandingTransfer(ctx.db, grant.transfer_id)
  const recipient = await findRecipient(ctx.db, grant.recipient_id)
  if (transfer === null || recipient === null) throw new Problem('grant-not-found')
  const files = await listUploadedFiles(ctx.db, grant.upload_id)
  const { file_ids } = grant
  const granted = files.filter((file) => file.withdrawn_at === null && (file_ids?.includes(file.id) ?? true))
  return {
    transfer: presentTransfer({ transfer, recipient }, files, zipBytesOf(files)),
    links: granted.map((file) => ({ file: file.id, url: fileLink(token, file), bytes: file.bytes })),
  }
}
