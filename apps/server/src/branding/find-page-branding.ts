import { ourBranding, type PageBranding } from '@waybill/contract/branding/page-branding'
import type { Kysely } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import { findBrandingOf } from './branding-store.ts'
import { pageBranding } from './present-branding.ts'

/** How the pages and mails of an account look now; of a visitor, whose account is null, they are ours. */
export async function findPageBranding(db: Kysely<Database>, accountId: string | null): Promise<PageBranding> {
  const found = accountId === null ? null : await findBrandingOf(db, accountId)
  return found === null ? ourBranding : pageBranding(found.role, found.branding)
}
