import { Problem } from '@waybill/contract/core/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { ensureDevice } from '../../identity/accounts/index.ts'
import { hashToken, newId, newToken } from '../../platform/ids.ts'
import { recordEventOnce } from '../../tracking/ledger/index.ts'
import { listTransferFiles, type TransferFile } from '../../transfers/index.ts'
import { requireArrived } from '../arrival/require-arrived.ts'
import { findActive, type Link, type LinkNeeds } from '../open/find-linked.ts'
import { asDevice, isOpenLink } from '../open/link-device.ts'
import { type OpenedTransfer, requireOpen } from '../open/open-link.ts'
import { recordOpened } from '../open/record-opened.ts'
import { type Visit, visitOf } from '../open/visit.ts'
import { insertGrant } from './grant-store.ts'
import { requireScanned } from './require-scanned.ts'

/** Looking at a file again within this time is the same visit. */
const ONCE_PER_SECONDS = 1_800

type Needs = LinkNeeds & Pick<Context, 'geo' | 'signer' | 'clock' | 'limits'>

/** A file that somebody asks to look at, of a link that opens for them. */
export interface AskedPreview {
  opened: OpenedTransfer
  file: TransferFile
  visit: Visit
}

/**
 * The file behind a press, where the link opens and the file may be downloaded. Changes nothing.
 *
 * @throws Problem as the contract's `previewFile` names them
 */
export async function askPreview(
  ctx: Needs,
  { file: id, ...link }: Link & { file: string },
  request: FastifyRequest,
): Promise<AskedPreview> {
  const opened = await requireOpen(ctx, await findActive(ctx, link, request), request.actor)
  const file = (await listTransferFiles(ctx.db, opened.transfer.id)).find((one) => one.id === id)
  if (file === undefined) throw new Problem('file-not-found')
  if (file.withdrawn_at !== null) throw new Problem('file-withdrawn')
  await requireArrived(ctx, opened, [file])
  await requireScanned(ctx, [file], opened.transfer.whole_at ?? opened.transfer.sent_at)
  return { opened, file, visit: await visitOf(ctx, 'download', opened, request) }
}

/**
 * Records that somebody looks at the file, and returns the secret of the links to what they see. It opens this file alone,
 * for a day, and downloads nothing.
 */
export async function grantPreview(
  ctx: Needs,
  { opened, file, visit }: AskedPreview,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const isDevice = isOpenLink(opened) && visit.judged.actorKind === 'human'
  const deviceId = isDevice ? await ensureDevice(ctx, request, reply) : request.actor.deviceId
  const eventContext = isDevice ? await asDevice(ctx, visit, { ...request.actor, deviceId }) : visit
  const grant = newToken()
  const made = {
    id: newId(),
    tokenHash: hashToken(grant),
    transferId: opened.transfer.id,
    recipientId: eventContext.recipientId,
    fileIds: [file.id],
    deviceId,
    network: request.actor.network,
    isOwners: eventContext.judged.actorKind === 'owner',
    isPreview: true,
  }
  await ctx.db.transaction().execute(async (tx) => {
    // Locks the recipient, so that two presses at once make one entry.
    await recordOpened(tx, ctx, eventContext, opened)
    await recordEventOnce(tx, ctx, { ...eventContext, kind: 'previewed', fileId: file.id }, ONCE_PER_SECONDS)
    await insertGrant(tx, made)
  })
  return grant
}
