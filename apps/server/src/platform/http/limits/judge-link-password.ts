import { Problem } from '@waybill/contract/core/problems'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import type { Toll } from './admit-try.ts'
import { judgeTry } from './judge-try.ts'

const FREE_OF_NETWORK = 10

/** Per link: ten wrong tries for a network; for strangers on many networks, work for each further guess. */
const tollsOf = (slug: string, network: string): Toll[] => [
  {
    name: `link-passwords/${slug} ${network}`,
    free: FREE_OF_NETWORK,
    seconds: 900,
    perDoubling: FREE_OF_NETWORK,
    most: FREE_OF_NETWORK,
    refusal: (retryAfterSeconds) => new Problem('too-many-requests', { retryAfterSeconds }),
  },
  { name: `link-password-misses/${slug}`, free: 100, seconds: 86_400, perDoubling: 200 },
]

/**
 * Judges one password that was typed for a link; only wrong ones count, so that an office where everybody types the
 * right one can open it.
 *
 * @throws Problem 'link-password-wrong', 'too-many-requests', 'proof-required', and what `judge` throws
 */
export async function judgeLinkPassword(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  request: FastifyRequest,
  slug: string,
  judge: () => Promise<boolean>,
): Promise<void> {
  const tolls = tollsOf(slug, request.actor.network)
  const isRight = await judgeTry(ctx, request, tolls, async () => ((await judge()) ? true : null))
  if (isRight === null) throw new Problem('link-password-wrong')
}
