import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { admitTry, type Toll } from './admit-try.ts'

/**
 * Judges one try at the price of its tolls; null where it is wrong. A right one does not count, nor does one that `judge`
 * could not decide, because it threw.
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
