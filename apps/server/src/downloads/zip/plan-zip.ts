import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { findGrant, requireTurns } from '../grant/find-grant.ts'
import { zipLink } from '../pages/download-links.ts'
import type { PlannedZips } from './planned-zips.ts'

/**
 * The link of one archive of granted files, with everything known about it before a byte is read.
 *
 * @throws Problem 'grant-not-found', 'grant-expired', 'file-not-found', 'file-withdrawn'
 */
export async function planZip(
  ctx: Pick<Context, 'db'>,
  zips: PlannedZips,
  token: string,
  ids: 'all' | readonly string[],
  request: Pick<FastifyRequest, 'actor'>,
): Promise<{ url: string; bytes: number; name: string; etag: string }> {
  const grant = await findGrant(ctx, token, request)
  const { selection, name, layout, fileIds } = await zips.get(grant, { ids })
  await requireTurns(ctx, grant, fileIds)
  return { url: zipLink(token, selection, name), bytes: layout.bytes, name, etag: layout.etag }
}
