/**
 * How long a transfer stays open: five values and no other, for every role (specification section 9). "Never" is a
 * number of seconds on the wire only; in all other code it is null, so that it never becomes an instant or a timer.
 */
import { isUnpaid, type Role } from '../billing/plans.ts'

export const expiryOptions = [
  { key: 'week', seconds: 604_800 },
  { key: 'month', seconds: 2_629_746 },
  { key: 'quarter', seconds: 7_889_238 },
  { key: 'year', seconds: 31_536_000 },
  { key: 'never', seconds: 3_153_600_000 },
] as const

export type ExpiryKey = (typeof expiryOptions)[number]['key']
export type ExpirySeconds = (typeof expiryOptions)[number]['seconds']

export const DEFAULT_EXPIRY_SECONDS = 604_800 satisfies ExpirySeconds
export const NEVER_EXPIRES_SECONDS = 3_153_600_000 satisfies ExpirySeconds

/** The time that a sender grants to a request for more time, from then on; whatever the role. */
export const EXTENSION_SECONDS = 172_800

/** Whether the wire's value is one of the five. */
export function isExpirySeconds(value: unknown): value is ExpirySeconds {
  return expiryOptions.some((option) => option.seconds === value)
}

/** Whether the role may choose the value: unpaid roles may choose the week alone. */
export function expiryAllowed(role: Role, seconds: number): boolean {
  return isExpirySeconds(seconds) && (seconds <= DEFAULT_EXPIRY_SECONDS || !isUnpaid(role))
}

/** The instant of expiry in epoch ms; null is never. */
export function expiresAt(fromMs: number, seconds: ExpirySeconds): number | null {
  return seconds === NEVER_EXPIRES_SECONDS ? null : fromMs + seconds * 1000
}
