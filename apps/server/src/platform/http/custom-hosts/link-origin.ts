import { hostLimit } from '@waybill/contract/billing/plans'
import type { Kysely } from 'kysely'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../database/schema.ts'
import { findLinkHost } from './custom-host-store.ts'

/**
 * Where links to the things of an account's workspace begin: at its own host, while that is chosen, verified and in its
 * plan; null: at PUBLIC_URL, as for a visitor's, whose account is null. The only place that decides it.
 */
export async function findLinkOrigin(
  db: Kysely<Database>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  accountId: string | null,
): Promise<string | null> {
  const found = accountId === null ? null : await findLinkHost(db, accountId)
  if (found === null || hostLimit(found.role) === 0) return null
  return originOf(publicUrl, found.host)
}

/** A custom host answers at the scheme and the port of PUBLIC_URL. */
const originOf = ({ protocol, port }: URL, host: string): string =>
  `${protocol}//${host}${port === '' ? '' : `:${port}`}`
