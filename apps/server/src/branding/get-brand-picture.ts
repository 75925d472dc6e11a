import { Problem } from '@waybill/contract/core/problems'
import type { FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { findBrandPicture } from './branding-store.ts'
import { findIconPicture } from './company-icon-store.ts'

/**
 * One form of a company's picture, shown inline: the server drew it, so that it contains nothing of the uploaded bytes.
 * Its path changes with the picture, so it may be cached for ever. Mail programs in a browser load the form for mails
 * from their own pages.
 *
 * @throws Problem 'not-found' once the company has another picture, or none
 */
export async function getBrandPicture(
  { db }: Pick<Context, 'db'>,
  { picture, form }: { picture: string; form: 'page' | 'mail' },
  reply: FastifyReply,
): Promise<undefined> {
  const bytes =
    (await findBrandPicture(db, picture, form)) ?? (form === 'page' ? await findIconPicture(db, picture) : null)
  if (bytes === null) throw new Problem('not-found')
  await reply
    .type(form === 'mail' ? 'image/png' : 'image/webp')
    .headers({
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': form === 'mail' ? 'cross-origin' : 'same-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    .send(bytes)
  return undefined
}
