import type { MailDomainFound } from '@waybill/contract/mail-domains/endpoints'

/** What becomes of an email domain after a check. Pure. */
export type LiveStatus = 'pending' | 'verified' | 'failed'
export type Slot = 1 | 2

type Verdict = 'right' | 'wrong' | 'unknown'

/**
 * A claim needs both of its records, so that its keys can be renewed without anybody. After that, what counts is what
 * receivers need: the key that signs. One answer that is certainly wrong decides; no answer decides nothing.
 */
export function verdictOf({ pointing, key }: MailDomainFound, status: LiveStatus): Verdict {
  const kinds = status === 'verified' ? [key.kind] : [pointing[0].kind, pointing[1].kind, key.kind]
  if (kinds.includes('wrong')) return 'wrong'
  return kinds.includes('unknown') ? 'unknown' : 'right'
}

/** 'wrong': mails leave from our address from now on; 'mended': from the domain again. */
export type Change = 'verified' | 'wrong' | 'mended' | 'failed' | null

interface Standing {
  status: LiveStatus
  isWrong: boolean
  /** All clear answers of the last three days were wrong. */
  isOverdue: boolean
}

export function changeAfter({ status, isWrong, isOverdue }: Standing, verdict: Verdict): Change {
  if (verdict === 'unknown') return null
  if (verdict === 'right') return status === 'verified' ? (isWrong ? 'mended' : null) : 'verified'
  if (status !== 'verified') return null
  return isWrong ? (isOverdue ? 'failed' : null) : 'wrong'
}
