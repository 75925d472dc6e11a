import type { KeyObject } from 'node:crypto'

/**
 * The port to the domains of workspaces: from which one a mail in an account's name leaves, and whose key signs it. Made
 * in context.ts by the module that owns them.
 */
export interface SigningDomains {
  /** Asked again for each attempt: what was true when the mail was queued may not be true any more. */
  find(accountId: string): Promise<SigningDomain | UnsignedBecause | null>
  /** A mail left from our address because the domain's own was refused, or its key failed. */
  noteTrouble(domainId: string, because: 'key' | 'refused'): Promise<void>
}

export interface SigningDomain {
  id: string
  domain: string
  selector: string
  privateKey: KeyObject
}

/** Why a mail of a workspace that has a domain leaves from our address; null is a workspace without one. */
export type UnsignedBecause = 'plan' | 'records' | 'key' | 'refused'

/** In whose name a mail leaves. */
export interface InNameOf {
  accountId: string
  /** The sender's address, which is proven. */
  address: string
  /** As the sender is shown; null where only the address is. */
  name: string | null
}
