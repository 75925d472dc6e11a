import { Problem } from '@waybill/contract/core/problems'
import type { Config } from '../platform/config/config.ts'
import { parseOutboundUrl } from '../platform/outbound/index.ts'

/**
 * The URL in the form for storage.
 *
 * @throws Problem 'webhook-url-refused' for one that nothing is ever sent to
 */
export function webhookUrl({ webhookAllowHosts }: Pick<Config, 'webhookAllowHosts'>, typed: string): string {
  const url = parseOutboundUrl(typed, new Set(webhookAllowHosts))
  if (url === null) throw new Problem('webhook-url-refused')
  return url.href
}
