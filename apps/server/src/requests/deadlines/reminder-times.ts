import { addDays, dayAt, instantOf, localTimeAt } from '@waybill/contract/core/zoned-time'

/** The hours of their own day in which people get reminders. */
const MORNING_HOUR = 9
const EVENING_HOUR = 19

/** Whether people in the zone may get reminders at the instant: from nine in the morning to seven in the evening. */
export function isDaytime(ms: number, zone: string): boolean {
  const hour = Number(localTimeAt(ms, zone).slice(11, 13))
  return hour >= MORNING_HOUR && hour < EVENING_HOUR
}

/** The instant itself during the day, else the next morning. */
export function nextDaytime(ms: number, zone: string): number {
  if (isDaytime(ms, zone)) return ms
  const today = morning(ms, zone, 0)
  return today > ms ? today : morning(ms, zone, 1)
}

/** Nine in the morning of the zone, `days` after the day it has at the instant. */
const morning = (ms: number, zone: string, days: number): number =>
  instantOf(`${addDays(dayAt(ms, zone), days)}T${String(MORNING_HOUR).padStart(2, '0')}:00`, zone)

/**
 * The instants of the reminders of a supplier who has not answered, earliest first: in the morning, each of `days` days
 * before the deadline's day, where that is before the deadline; and once when it has passed, during the day.
 */
export function remindersOf(dueMs: number, zone: string, days: readonly number[]): number[] {
  const before = [...new Set(days)]
    .sort((one, other) => other - one)
    .map((count) => morning(dueMs, zone, -count))
    .filter((ms) => ms < dueMs)
  return [...before, nextDaytime(dueMs, zone)]
}

/** The first reminder after an instant; null after the last one. */
export const nextReminder = (dueMs: number, zone: string, days: readonly number[], afterMs: number): number | null =>
  remindersOf(dueMs, zone, days).find((ms) => ms > afterMs) ?? null
