import { Problem } from '@waybill/contract/problems'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { admitTry, type Toll } from './admit-try.ts'
import type { Budget } from './rate-limits.ts'

type Needs = Pick<Context, 'db' | 'masterKey' | 'config' | 'limits'>

/** Of one link from one network. */
const triesPerNetwork: Budget = { name: 'link-passwords', points: 10, seconds: 900 }

/** Of one link, whatever the network: strangers with many of them work for each further guess. */
const missesOfLink = (slug: string): Toll => ({
  name: `link-password-misses/${slug}`,
  free: 100,
  seconds: 86_400,
  perDoubling: 200,
})

/**
 * Judges one password that was typed for a link; only wrong ones count against it.
 *
 * @throws Problem 'link-password-wrong', 'too-many-requests', 'proof-required', and what `judge` throws
 */
export async function judgeLinkPassword(
  ctx: Needs,
  request: FastifyRequest,
  slug: string,
  judge: () => Promise<boolean>,
): Promise<void> {
  const tries = `${slug} ${request.actor.network}`
  if (await ctx.limits.isSpent(triesPerNetwork, tries)) await ctx.limits.spend(triesPerNetwork, tries)
  const admitted = await admitTry(ctx, request, [missesOfLink(slug)])
  try {
    await ctx.limits.spend(triesPerNetwork, tries)
    if (!(await judge())) throw new Problem('link-password-wrong')
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'link-password-wrong') await admitted.giveBack()
    throw error
  }
  await admitted.settle()
}
