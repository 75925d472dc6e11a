import { REFERRAL } from '@waybill/contract/identity/referral'
import { keep, readKept } from './kept.ts'

const KEPT_MS = 90 * 86_400_000

/** Keeps the partner that the first page's address names, for 90 days; a later one does not take its place. */
export function noteReferral(nowMs: number, search: string): void {
  const via = new URLSearchParams(search).get('via') ?? ''
  if (REFERRAL.test(via) && readReferral(nowMs) === null) keep('referral', JSON.stringify([nowMs, via]))
}

/** The partner that led this browser here; null where there is none, or the 90 days are over. */
export function readReferral(nowMs: number): string | null {
  try {
    const [at, via] = JSON.parse(readKept('referral') ?? '[]') as [unknown, unknown]
    const isFresh = typeof at === 'number' && at <= nowMs && nowMs - at < KEPT_MS
    if (isFresh && typeof via === 'string' && REFERRAL.test(via)) return via
  } catch {
    // What another version has written counts for nothing.
  }
  keep('referral', null)
  return null
}
