import { Problem } from '@waybill/contract/core/problems'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { dropFactor } from './change-factors.ts'
import { removePasskeyRow } from './factor-store.ts'
import { requireStepUp, type Shown } from './require-step-up.ts'

/** @throws Problem 'passkey-not-found', 'last-factor', and as `requireStepUp` */
export async function removePasskey(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  request: FastifyRequest,
  id: string,
  shown: Shown,
): Promise<undefined> {
  const { id: accountId } = await requireStepUp(ctx, request, shown)
  const isDropped = await dropFactor(ctx, accountId, async (tx) => {
    const passkeyName = await removePasskeyRow(tx, accountId, id)
    return passkeyName === null ? null : { change: 'passkey-removed', passkeyName }
  })
  if (!isDropped) throw new Problem('passkey-not-found')
  return undefined
}
