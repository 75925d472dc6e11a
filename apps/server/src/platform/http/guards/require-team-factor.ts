import { Problem } from '@waybill/contract/core/problems'
import type { FastifyRequest } from 'fastify'

/**
 * The only place that keeps an account without a second factor out where its team requires one. The account comes from
 * its live row, so the rule takes effect with the next call, on every process. Calls without the account's token, such
 * as the parts of an upload that was planned before, are not concerned.
 *
 * @throws Problem 'second-factor-required'
 */
export function requireTeamFactor({ actor: { account }, routeOptions }: FastifyRequest): void {
  const { endpoint } = routeOptions.config
  if (account?.lacksFactor && endpoint && !endpoint.worksWithoutFactor) throw new Problem('second-factor-required')
}
