import { Problem } from '@waybill/contract/core/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import { ensureDevice } from '../../identity/accounts/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { hashToken, newId, newToken } from '../../platform/ids.ts'
import { type FoundTransfer, listTransferFiles, lockRecipient, type TransferFile } from '../../transfers/index.ts'
import { requireArrived, requireSomeArrived } from '../arrival/require-arrived.ts'
import { findActive, type Link, type LinkNeeds } from '../open/find-linked.ts'
import { asDevice, isOpenLink } from '../open/link-device.ts'
import { requireOpen } from '../open/open-link.ts'
import { recordOpened } from '../open/record-opened.ts'
import { visitOf } from '../open/visit.ts'
import { fileLink, zipLink, zipName } from '../pages/download-links.ts'
import { isLinkForm } from '../pages/form-answers.ts'
import { ALL } from '../zip/zip-selection.ts'
import { listWithBodyLeft, takeQuota } from './download-quota-store.ts'
import { insertGrant } from './grant-store.ts'
import { requireScanned } from './require-scanned.ts'

export interface Granted {
  /** The bearer secret in the links. */
  grant: string
  /** ISO instant. */
  expiresAt: string
  /** Path of the single granted file, or of the zip of several. */
  link: string
}

/**
 * The click that opens a download: valid for a day for every Range, whatever happens to the transfer's expiry. It shows
 * that a person is there, and counts nothing.
 *
 * @param reply where a counted browser may be given a device
 * @throws Problem as the contract's `grantDownload` names them
 */
export async function grantDownload(
  ctx: LinkNeeds & Pick<Context, 'geo' | 'signer' | 'clock' | 'limits'>,
  { files: wanted, ...link }: Link & { files: 'all' | string | readonly string[] },
  request: FastifyRequest,
  reply?: FastifyReply,
): Promise<Granted> {
  const found = await requireOpen(ctx, await findActive(ctx, link, request), request.actor)
  const files = await listTransferFiles(ctx.db, found.transfer.id)
  const ids = wanted === 'all' ? null : typeof wanted === 'string' ? [wanted] : [...new Set(wanted)]
  const chosen = grantedOf(files, ids)
  if (ids === null) requireSomeArrived(found, isLinkForm(request) && chosen.length > 1)
  else await requireArrived(ctx, found, chosen)
  await requireScanned(ctx, chosen, found.transfer.whole_at ?? found.transfer.sent_at)
  const { id: transferId, download_limit: limit } = found.transfer
  const visit = await visitOf(ctx, 'download', found, request)
  const isDevice = isOpenLink(found) && visit.judged.actorKind === 'human'
  const deviceId =
    (isDevice || limit !== null) && reply ? await ensureDevice(ctx, request, reply) : request.actor.deviceId
  const eventContext = isDevice ? await asDevice(ctx, visit, { ...request.actor, deviceId }) : visit
  const grant = newToken()
  const { recipientId } = eventContext
  const { network } = request.actor
  const isOwners = eventContext.judged.actorKind === 'owner'
  const { apiKeyId } = request.actor.account ?? {}
  const made = {
    id: newId(),
    tokenHash: hashToken(grant),
    transferId,
    recipientId,
    deviceId,
    network,
    isOwners,
    apiKeyId,
  }
  const limited = { grantId: made.id, recipientId: found.recipient.id, deviceId }
  const [expiresAt, granted] = await ctx.db.transaction().execute(async (tx) => {
    // The quota belongs to the link as a whole: the link is locked before the row of the device.
    if (limit !== null) await lockRecipient(tx, limited.recipientId)
    await recordOpened(tx, ctx, eventContext, found)
    const counted =
      limit === null ? chosen : await takeQuotaFor(tx, limited, { files: chosen, isChosen: ids !== null, limit })
    const fileIds = limit === null ? ids : counted.map((file) => file.id)
    return [await insertGrant(tx, { ...made, fileIds }), counted] as const
  })
  return { grant, expiresAt: expiresAt.toISOString(), link: linkOf(grant, granted, found) }
}

/**
 * Those that may be downloaded once more. A request for everything leaves the others out; a request by name refuses
 * them.
 */
async function takeQuotaFor(
  tx: Kysely<Database>,
  { grantId, recipientId, deviceId }: { grantId: string; recipientId: string; deviceId: string | null },
  { files, isChosen, limit }: { files: readonly TransferFile[]; isChosen: boolean; limit: number },
): Promise<TransferFile[]> {
  const fileIds = files.map(({ id }) => id)
  const left = await listWithBodyLeft(tx, recipientId, fileIds, limit)
  const taken = new Set(await takeQuota(tx, { recipientId, grantId, deviceId, fileIds: left, limit }))
  if (taken.size === 0 || (isChosen && taken.size < files.length))
    throw new Problem('download-limit-reached', { limit })
  return files.filter(({ id }) => taken.has(id))
}

/** The files that a grant opens. A request for everything leaves withdrawn ones out; a request by name refuses them. */
function grantedOf(files: readonly TransferFile[], ids: readonly string[] | null): TransferFile[] {
  const standing = files.filter(({ withdrawn_at }) => withdrawn_at === null)
  if (ids === null) {
    if (standing.length === 0) throw new Problem('file-withdrawn')
    return standing
  }
  const known = new Map(files.map((file) => [file.id, file]))
  return ids.map((id) => {
    const file = known.get(id)
    if (file === undefined) throw new Problem('file-not-found', { file: id })
    if (file.withdrawn_at !== null) throw new Problem('file-withdrawn', { file: id })
    return file
  })
}

function linkOf(grant: string, granted: readonly TransferFile[], { transfer }: FoundTransfer): string {
  const [first] = granted
  if (granted.length === 1 && first !== undefined) return fileLink(grant, first)
  return zipLink(
    grant,
    ALL,
    zipName(
      granted.map(({ path }) => path),
      transfer.slug,
    ),
  )
}
