import type { Context } from '../context.ts'
import { forgetAddressesBefore } from './event-store.ts'

/** Drops IP addresses older than the retention; country, city and zone stay, derived when the event happened. */
export async function forgetAddresses({ db, config, log }: Pick<Context, 'db' | 'config' | 'log'>): Promise<void> {
  const forgotten = await forgetAddressesBefore(db, config.ipRetentionDays)
  if (forgotten > 0) log.info({ forgotten }, 'addresses forgotten')
}
