import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { turnTotpOff } from '../../accounts/index.ts'
import { dropFactor } from './change-factors.ts'
import { requireStepUp, type Shown } from './require-step-up.ts'

/** Does nothing where none is active. @throws Problem 'last-factor', and as `requireStepUp` */
export async function removeTotp(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  request: FastifyRequest,
  shown: Shown,
): Promise<undefined> {
  const { id: accountId } = await requireStepUp(ctx, request, shown)
  const notice = { change: 'totp-off', passkeyName: '' } as const
  await dropFactor(ctx, accountId, async (tx) => ((await turnTotpOff(tx, accountId)) ? notice : null))
  return undefined
}
