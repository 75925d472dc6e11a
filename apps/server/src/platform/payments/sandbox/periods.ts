import type { Period } from '@waybill/contract/billing/plans'

const MONTHS: Record<Period, number> = { monthly: 1, yearly: 12 }

/** The instant `months` months after another, UTC: the same day and time, or the month's last day where it has fewer. */
export function addMonths(from: Date, months: number): Date {
  const moved = new Date(from)
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return moved
}

/**
 * When the last of `count` periods ends that begin at `anchor`. Counted from the anchor and not from period to period,
 * so that a year from 29 February ends on 28 February three times and on 29 February the fourth.
 */
export function periodEnd(anchor: Date, count: number, period: Period): Date {
  return addMonths(anchor, count * MONTHS[period])
}

export function addDays(from: Date, days: number): Date {
  return new Date(from.getTime() + days * 86_400_000)
}

/** Which part of a span is still to come at `at`: 1 at its start, 0 from its end on. */
export function restOf(startsAt: Date, endsAt: Date, at: Date): number {
  const rest = (endsAt.getTime() - at.getTime()) / (endsAt.getTime() - startsAt.getTime())
  return Math.min(1, Math.max(0, rest))
}
