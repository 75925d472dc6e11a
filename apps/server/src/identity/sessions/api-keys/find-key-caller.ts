import { Problem } from '@waybill/contract/core/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import type { ActorAccount } from '../../../platform/http/actor.ts'
import { countBelow } from '../../../platform/http/call-store.ts'
import { clientAddress } from '../../../platform/http/proxies/network.ts'
import { isSameBytes } from '../../../platform/ids.ts'
import { findKeyAccount } from '../caller-store.ts'
import { noteKeyUse } from './api-key-store.ts'
import { isAmong } from './key-networks.ts'
import { readKeyText } from './key-text.ts'

/** Calls with one key, beside the limits of its account and network. */
const CALLS = { most: 600, seconds: 60 }

/**
 * The account that a call with an API key acts for, read from its live rows: a revoked or ended key, or one of a
 * suspended account, has no power with the next call. Says in `RateLimit-Limit`, `-Remaining` and `-Reset` (seconds), the
 * names of draft-ietf-httpapi-ratelimit-headers up to its sixth version, how many more calls the key may make.
 *
 * @throws Problem 'key-wrong', 'key-revoked', 'key-ended', 'key-elsewhere', 'account-suspended',
 *   'key-lacks-scope' {scope}, 'too-many-requests' {retryAfterSeconds}
 */
export async function findKeyCaller(
  { db }: Pick<Context, 'db'>,
  { request, reply, key }: { request: FastifyRequest; reply: FastifyReply; key: string },
): Promise<ActorAccount> {
  const text = readKeyText(key)
  const found = text === null ? null : await findKeyAccount(db, text.id)
  // Whatever is wrong with a key that exists is told to its holder alone.
  if (text === null || found === null || !isSameBytes(found.secretHash, text.hash)) throw new Problem('key-wrong')
  // The security log tells its owner's key, used from elsewhere or after its end, from a stranger's guess.
  request.keyHolder = { accountId: found.account.id, address: found.account.email }
  if (found.isRevoked) throw new Problem('key-revoked')
  if (found.isEnded) throw new Problem('key-ended')
  if (!isAmong(found.networks, clientAddress(request))) throw new Problem('key-elsewhere')
  if (found.account.isSuspended) throw new Problem('account-suspended')
  await countCall(db, reply, text.id)
  const scope = request.routeOptions.config.endpoint?.keyScope ?? null
  if (scope === null || !found.scopes.includes(scope)) throw new Problem('key-lacks-scope', { scope })
  if (found.isUseStale) await noteKeyUse(db, text.id)
  return found.account
}

async function countCall(db: Context['db'], reply: FastifyReply, id: string): Promise<void> {
  const { isCounted, left, secondsLeft } = await countBelow(db, `calls-of-key/${id}`, CALLS)
  reply.headers({ 'ratelimit-limit': CALLS.most, 'ratelimit-remaining': left, 'ratelimit-reset': secondsLeft })
  if (!isCounted) throw new Problem('too-many-requests', { retryAfterSeconds: secondsLeft })
}
