import { Problem } from '@waybill/contract/core/problems'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import { findPicture } from './picture-store.ts'

/**
 * One form of a picture, shown inline: the server drew it, so that it contains nothing of the uploaded bytes. Its path
 * changes with the picture, so it may be cached for ever.
 *
 * @throws Problem 'not-found' once the account has another picture, or none
 */
export async function getPicture(
  { db }: Pick<Context, 'db'>,
  { picture, style }: { picture: string; style: 'small' | 'verysmall' },
  reply: FastifyReply,
): Promise<undefined> {
  const bytes = await findPicture(db, picture, style)
  if (bytes === null) throw new Problem('not-found')
  await reply
    .type('image/webp')
    .headers({
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    .send(bytes)
  return undefined
}
