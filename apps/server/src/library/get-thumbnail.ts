import { Problem } from '@waybill/contract/core/problems'
import type { FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { findThumbnail } from './library-store.ts'
import { judgeThumbnailLink } from './thumbnail-link.ts'

/**
 * A thumbnail for anyone with its signed path. The server drew it: it contains nothing of the uploaded bytes.
 *
 * @throws Problem 'not-found' | 'thumbnail-expired'
 */
export async function getThumbnail(
  ctx: Pick<Context, 'db' | 'masterKey' | 'clock'>,
  link: { file: string; until: string; mark: string },
  reply: FastifyReply,
): Promise<undefined> {
  const verdict = judgeThumbnailLink(ctx, link)
  if (verdict === 'over') throw new Problem('thumbnail-expired')
  const webp = verdict === 'good' ? await findThumbnail(ctx.db, link.file) : null
  if (webp === null) throw new Problem('not-found')
  await reply
    .type('image/webp')
    .headers({
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=600, immutable',
    })
    .send(webp)
  return undefined
}
