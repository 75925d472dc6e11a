import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { admitTry, type Toll } from './admit-try.ts'

/**
 * Whether one try is right, at the price of its tolls; null where it is wrong. A right one forgets the wrong ones
 * before it, and one that could not be judged, because `judge` threw, does not count.
 *
 * @throws Problem as `admitTry`
 */
export async function judgeTry<Result>(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  request: FastifyRequest,
  tolls: readonly Toll[],
  judge: () => Promise<Result | null>,
): Promise<Result | null> {
  const admitted = await admitTry(ctx, request, tolls)
  const result = await judge().catch(async (error) => {
    await admitted.giveBack()
    throw error
  })
  if (result !== null) await admitted.settle()
  return result
}
