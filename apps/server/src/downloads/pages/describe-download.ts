import { Problem } from '@waybill/contract/core/problems'
import type { TransferView } from '@waybill/contract/transfers/transfer-view'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { findProfilePic } from '../../identity/accounts/index.ts'
import { findRecipient, findStandingTransfer, presentTransfer } from '../../transfers/index.ts'
import { arrivalOf, withArrival } from '../arrival/present-arrival.ts'
import { listFinishedFiles } from '../grant/download-quota-store.ts'
import { findGrant } from '../grant/find-grant.ts'
import { listGrantedFiles } from '../grant/grant-store.ts'
import { fileLink } from './download-links.ts'
import type { KeptContents } from './kept-contents.ts'

/**
 * What a grant opens: the page's contents and a path per file.
 *
 * @throws Problem 'grant-not-found', 'grant-expired'
 */
export async function describeDownload(
  ctx: Pick<Context, 'db' | 'stores'>,
  kept: KeptContents,
  token: string,
  request: Pick<FastifyRequest, 'actor'>,
): Promise<{ transfer: TransferView; links: Array<{ file: string; url: string; bytes: number }> }> {
  const grant = await findGrant(ctx, token, request)
  const transfer = await findStandingTransfer(ctx.db, grant.transfer_id)
  const recipient = await findRecipient(ctx.db, grant.recipient_id)
  if (transfer === null || recipient === null) throw new Problem('grant-not-found')
  const { files, zipBytes } = await kept.get(grant.transfer_id)
  const granted = (await listGrantedFiles(ctx.db, grant)).filter(({ withdrawn_at }) => withdrawn_at === null)
  const picture = await findProfilePic(ctx.db, transfer.account_id)
  const view = presentTransfer({ transfer, recipient }, files, zipBytes, picture)
  const finished = new Set(grant.download_limit !== null ? await listFinishedFiles(ctx.db, grant.id) : [])
  return {
    transfer: {
      ...view,
      files: await withArrival(ctx, { transfer }, view.files),
      ...(await arrivalOf(ctx, { transfer })),
    },
    // A file whose downloads are used up has no link any more.
    links: granted
      .filter(({ id }) => !finished.has(id))
      .map((file) => ({ file: file.id, url: fileLink(token, file), bytes: file.bytes })),
  }
}
