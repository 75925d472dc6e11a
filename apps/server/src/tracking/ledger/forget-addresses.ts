import type { Context } from '../../context.ts'
import { forgetIpsBefore } from './event-store.ts'

/**
 * Deletes IP addresses older than the retention. Country, city and zone, derived when the event happened, stay, and so
 * does the chain.
 */
export async function forgetAddresses({ db, config, log }: Pick<Context, 'db' | 'config' | 'log'>): Promise<void> {
  const forgotten = await forgetIpsBefore(db, config.ipRetentionDays)
  if (forgotten > 0) log.info({ forgotten }, 'addresses forgotten')
}
