import { Problem } from '@waybill/contract/core/problems'
import type { FastifyRequest } from 'fastify'

/**
 * The only place that keeps an account without a second factor out where its team requires one. The account comes from
 * its live row, so the rule takes effect with the next call, on every process. Calls without the account's token, such
 * as the parts of an upload that was planned before, are not concerned. On the pages of links, which anybody may open,
 * such an account is a visitor whom nobody knows. An API key of such an account opens nothing: no program sets a factor
 * up.
 *
 * @throws Problem 'second-factor-required'
 */
export function requireTeamFactor(request: FastifyRequest): void {
  const { actor, routeOptions } = request
  const { endpoint } = routeOptions.config
  if (!actor.account?.lacksFactor || endpoint === undefined) return
  if (actor.account.apiKeyId !== undefined) throw new Problem('second-factor-required')
  if (endpoint.worksWithoutFactor === true) return
  // To everybody but operators, an unknown path: `operator-only.ts` judges it.
  if (endpoint.auth === 'operator') return
  if (endpoint.worksWithoutFactor !== 'as-visitor') throw new Problem('second-factor-required')
  request.actor = { ...actor, role: 'anon', account: null }
}
