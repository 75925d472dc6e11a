import type { DomainFound } from '@waybill/contract/domains/endpoints'

/** What becomes of a custom host after a check. Pure. */
export type LiveStatus = 'pending' | 'verified' | 'failing'

/** Both records together: one that is certainly wrong decides, and no answer decides nothing. */
export function verdictOf({ pointing, proof }: DomainFound): 'right' | 'wrong' | 'unknown' {
  const kinds = [pointing.kind, proof.kind]
  if (kinds.includes('wrong')) return 'wrong'
  return kinds.includes('unknown') ? 'unknown' : 'right'
}

export type Change = 'verified' | 'failing' | 'off' | null

/**
 * `isOverdue`: all clear answers of the last three days were wrong. A host that is turned off is pending again, and is
 * held for its workspace a while.
 */
export function changeAfter(status: LiveStatus, verdict: 'right' | 'wrong' | 'unknown', isOverdue: boolean): Change {
  if (verdict === 'unknown') return null
  if (verdict === 'right') return status === 'verified' ? null : 'verified'
  if (status === 'verified') return 'failing'
  return status === 'failing' && isOverdue ? 'off' : null
}
