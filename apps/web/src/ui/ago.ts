import type { Language } from '@waybill/contract/fields'

const steps = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** '14 minutes ago', '14分钟前'; within the first minute, and where the clocks differ, 'now'. */
export function formatAgo(instant: string, nowMs: number, language: Language): string {
  const seconds = Math.max(0, (nowMs - Date.parse(instant)) / 1_000)
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  for (const [unit, length] of steps) if (seconds >= length) return words.format(-Math.floor(seconds / length), unit)
  return words.format(0, 'second')
}

/** Day, time to the second and zone, as the reader's clock has them. */
export function formatExactly(instant: string, language: Language): string {
  return new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', {
    dateStyle: 'full',
    timeStyle: 'long',
  }).format(Date.parse(instant))
}
