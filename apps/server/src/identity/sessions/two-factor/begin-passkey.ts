import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { accountOf } from '../../../platform/http/actor.ts'
import { beginFactor } from './begun-factor.ts'
import { listPasskeys } from './factor-store.ts'
import { creationOptions } from './passkey-proof.ts'
import { requireStepUp, type Shown } from './require-step-up.ts'

/** Options for a new passkey, valid for ten minutes and this session. @throws Problem as `requireStepUp` */
export async function beginPasskey(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  request: FastifyRequest,
  shown: Shown,
): Promise<{ options: unknown }> {
  const account = accountOf(request.actor)
  await requireStepUp(ctx, request, shown)
  const known = await listPasskeys(ctx.db, account.id)
  const options = await creationOptions(ctx, { accountId: account.id, address: account.email, known })
  await beginFactor(ctx, account, 'add-passkey', options.challenge)
  return { options }
}
