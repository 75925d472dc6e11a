import type { Language } from '@waybill/contract/core/fields'

/** 'UTC+5:30', 'UTC': the distance from UTC, which readers of both languages know. */
export function offsetName(minutes: number): string {
  if (minutes === 0) return 'UTC'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}

/** '27 Nov 2026, 14:02:05 (UTC+8)', for tooltips. */
export const exactly = (day: string, seconds: string, zone: string, language: Language): string =>
  language === 'zh' ? `${day} ${seconds}（${zone}）` : `${day}, ${seconds} (${zone})`
