import { Problem } from '@waybill/contract/core/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { isThroughScan, openByPicturePass } from '../downloads/index.ts'
import { findThumbnail } from './library-store.ts'
import { findReceivedThumbnail } from './previews/preview-store.ts'
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
  return sendDrawn(reply, verdict === 'good' ? await findThumbnail(ctx.db, link.file) : null)
}

/**
 * The thumbnail of a file of a transfer, for its recipient.
 *
 * @throws Problem 'not-found' | 'transfer-paused' | 'link-locked'
 */
export async function getReceivedThumbnail(
  ctx: Pick<Context, 'db' | 'masterKey' | 'clock' | 'config'>,
  { file, ...link }: { slug: string; pass: string; file: string },
  { actor }: Pick<FastifyRequest, 'actor'>,
  reply: FastifyReply,
): Promise<undefined> {
  const { transfer } = await openByPicturePass(ctx, link, actor)
  const drawn = await findReceivedThumbnail(ctx.db, transfer.id, file)
  const isShown = drawn !== null && (ctx.config.scan === null || isThroughScan(drawn))
  return sendDrawn(reply, isShown ? drawn.webp : null)
}

/** A picture that the server drew. @throws Problem 'not-found' without one */
export async function sendDrawn(reply: FastifyReply, webp: Buffer | null): Promise<undefined> {
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
