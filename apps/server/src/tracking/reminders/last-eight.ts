import { addDays, dayAt, instantOf, zoneOrUtc } from '@waybill/contract/core/zoned-time'

/**
 * The last time it was eight in the morning in a zone. Pure: considers clock changes in between.
 *
 * @param timeZone an IANA name; null and zones unknown to this runtime count as UTC
 */
export function lastEight(now: Date, timeZone: string | null): Date {
  const zone = zoneOrUtc(timeZone)
  const today = dayAt(now.getTime(), zone)
  const eight = instantOf(`${today}T08:00`, zone)
  return new Date(eight <= now.getTime() ? eight : instantOf(`${addDays(today, -1)}T08:00`, zone))
}
