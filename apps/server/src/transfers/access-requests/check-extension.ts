import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import { isRecipientToken } from '@waybill/contract/core/slugs'
import type { checkExtension as endpoint } from '@waybill/contract/transfers/access-request-endpoints'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { guardMisses } from '../../platform/http/guards/guard-misses.ts'
import { hashToken } from '../../platform/ids.ts'
import { type AccessRequest, findAccessRequest } from '../index.ts'
import { type GiveNeeds, grantAccessRequest } from './grant-access-request.ts'

type MissNeeds = Pick<Context, 'db' | 'alarms' | 'masterKey' | 'config'>

/**
 * The access request of a token from a sender's mail; wrong tokens count as misses.
 *
 * @throws Problem 'extension-expired', the same for unknown and expired tokens; 'too-many-requests',
 *   'proof-required'
 */
export async function findTransferByToken(
  ctx: MissNeeds,
  token: string,
  request: FastifyRequest,
): Promise<AccessRequest> {
  const accessRequest = isRecipientToken(token)
    ? await findAccessRequest(ctx.db, { tokenHash: hashToken(token) })
    : null
  if (accessRequest !== null) return accessRequest
  await guardMisses(ctx, request, { isMiss: true })
  throw new Problem('extension-expired')
}

/** The press on the button. @throws Problem as the contract's `checkExtension` names them */
export async function checkExtension(
  ctx: MissNeeds & GiveNeeds,
  token: string,
  request: FastifyRequest,
): Promise<ReplyOf<typeof endpoint>> {
  await findTransferByToken(ctx, token, request)
  return grantAccessRequest(ctx, { tokenHash: hashToken(token) }, request.actor)
}
