import type { User } from '@waybill/contract/identity/profile-endpoints'
import { keep, readKept } from '../storage/kept.ts'

/** A company as this browser stores it between two logins. */
export interface KeptBrand {
  /** May be empty where there is a logo. */
  name: string
  logo: string | null
}

/** Stores whose logo the next login shows; nothing for an account without branding. */
export function keepBrand({ brandName, company, logoPic }: Pick<User, 'brandName' | 'company' | 'logoPic'>): void {
  const isBranded = brandName !== '' || logoPic !== null
  keep('brand', isBranded ? JSON.stringify({ name: brandName || company, logo: logoPic }) : null)
}

/** Null where nothing is stored, and for anything that this page has not stored. */
export function readKeptBrand(): KeptBrand | null {
  try {
    const { name, logo } = JSON.parse(readKept('brand') ?? 'null') ?? {}
    if (typeof name !== 'string') return null
    return { name, logo: typeof logo === 'string' && /^\/brand\/[\w-]+\/page$/.test(logo) ? logo : null }
  } catch {
    return null
  }
}
