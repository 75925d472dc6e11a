import type { Kysely } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import { findBrandingOf, findBrandPicture } from './branding-store.ts'
import { pageBranding } from './present-branding.ts'

/** What a printed page shows of a company. */
export interface PrintedBrand {
  /** Empty where only a logo is chosen. */
  name: string
  /** A PNG of our own drawing. */
  logo: Uint8Array | null
  /** '#rrggbb', readable on paper; null: ours. */
  colour: string | null
}

/** The branding of an account's printed pages; null where its plan or admin shows none. */
export async function findPrintedBrand(db: Kysely<Database>, accountId: string): Promise<PrintedBrand | null> {
  const found = await findBrandingOf(db, accountId)
  const company = found && pageBranding(found.role, found.branding).company
  if (!found || !company) return null
  const picture = found.branding.logo ?? found.branding.darkLogo
  const logo = picture && (await findBrandPicture(db, picture.id, 'mail'))
  return { name: company.name, logo, colour: company.accent?.light.accent ?? null }
}
