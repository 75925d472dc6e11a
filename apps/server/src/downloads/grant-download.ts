import { Problem } from '@waybill/contract/problems'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { hashToken, newId, newToken } from '../ids.ts'
import type { FoundTransfer } from '../transfers/index.ts'
import { listUploadedFiles, type UploadedFile } from '../uploads/index.ts'
import { fileLink, zipLink, zipName } from './download-links.ts'
import { findActive, type Link } from './find-linked.ts'
import { insertGrant } from './grant-store.ts'
import { recordOpened } from './record-opened.ts'
import { visitOf } from './visit.ts'
import { ALL } from './zip-selection.ts'

export interface Granted {
  /** The bearer secret in the links. */
  grant: string
  /** ISO instant. */
  expiresAt: string
  /** Path of the one file that is granted, or of the zip of all that are. */
  link: string
}

/**
 * The click that opens a download: good for a day for every Range, whatever becomes of the transfer's expiry. It says
 * that a person is there, and counts nothing.
 *
 * @throws Problem 'transfer-not-found', 'transfer-expired', 'file-not-found', 'file-withdrawn', 'too-many-requests'
 */
export async function grantDownload(
  ctx: Pick<Context, 'db' | 'limits' | 'geo' | 'clock'>,
  { files: wanted, ...link }: Link & { files: 'all' | string | readonly string[] },
  request: FastifyRequest,
): Promise<Granted> {
  const found = await findActive(ctx, link, request.actor.network)
  const files = await listUploadedFiles(ctx.db, found.transfer.upload_id)
  const ids = wanted === 'all' ? null : typeof wanted === 'string' ? [wanted] : [...new Set(wanted)]
  const granted = grantedOf(files, ids)
  const grant = newToken()
  const scene = visitOf('download', found, request, ctx.clock.nowMs())
  const expiresAt = await ctx.db.transaction().execute(async (tx) => {
    await recordOpened(tx, ctx, scene)
    const { id: transferId } = found.transfer
    return insertGrant(tx, {
      id: newId(),
      tokenHash: hashToken(grant),
      transferId,
      recipientId: scene.recipientId,
      fileIds: ids,
    })
  })
  return { grant, expiresAt: expiresAt.toISOString(), link: linkOf(grant, granted, found) }
}

/** The files a grant opens. Of everything, withdrawn ones are left out; chosen by name, they are refused. */
function grantedOf(files: readonly UploadedFile[], ids: readonly string[] | null): UploadedFile[] {
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

function linkOf(grant: string, granted: readonly UploadedFile[], { transfer }: FoundTransfer): string {
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
