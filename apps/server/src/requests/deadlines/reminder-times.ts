import { addDays, dayAt, instantOf, localTimeAt } from '@waybill/contract/core/zoned-time'

/** When people are written to, in hours of their own day. */
const MORNING_HOUR = 9
const EVENING_HOUR = 19

/** Whether people of the zone may be written to at the instant: from nine in the morning to seven in the evening. */
export function isDaytime(ms: number, zone: string): boolean {
  const hour = Number(localTimeAt(ms, zone).slice(11, 13))
  return hour >= MORNING_HOUR && hour < EVENING_HOUR
}

/** The instant itself by day, else the next morning. */
export function nextDaytime(ms: number, zone: string): number {
  if (isDaytime(ms, zone)) return ms
  const today = morning(ms, zone, 0)
  return today > ms ? today : morning(ms, zone, 1)
}

/** Nine in the morning of the zone, `days` after the day it has at the instant. */
const morning = (ms: number, zone: string, days: number): number =>
  instantOf(`${addDays(dayAt(ms, zone), days)}T${String(MORNING_HOUR).padStart(2, '0')}:00`, zone)

export interface Reminder {
  atMs: number
  /** 'soon' before the deadline, 'late' once it has passed. */
  kind: 'soon' | 'late'
}

/**
 * When someone who has not answered is reminded, earliest first: in the morning of the day that lies each of `days`
 * before the deadline's, where that is before the deadline; and once when it has passed, by day.
 */
export function remindersOf(dueMs: number, zone: string, days: readonly number[]): Reminder[] {
  const before = [...new Set(days)]
    .sort((one, other) => other - one)
    .map((count): Reminder => ({ atMs: morning(dueMs, zone, -count), kind: 'soon' }))
    .filter(({ atMs }) => atMs < dueMs)
  return [...before, { atMs: nextDaytime(dueMs, zone), kind: 'late' }]
}

/** The first reminder after an instant; null where there is none any more. */
export function nextReminder(dueMs: number, zone: string, days: readonly number[], afterMs: number): Reminder | null {
  return remindersOf(dueMs, zone, days).find(({ atMs }) => atMs > afterMs) ?? null
}
