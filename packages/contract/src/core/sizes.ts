/**
 * Sizes, rates and remaining times as people read them. Decimal units: 1 kB = 1000 bytes, as the plans count.
 */
const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const

const formats = new Map<string, Intl.NumberFormat>()

function formatNumber(value: number, decimals: number, locale: string): string {
  const key = `${locale} ${decimals}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(locale, { maximumFractionDigits: decimals })
    formats.set(key, format)
  }
  return format.format(value)
}

/**
 * '0 B', '999 kB', '1.2 MB', '3 GB': whole bytes and kilobytes, at most one decimal above. A value that rounds up to
 * 1000 moves to the next unit. Anything that is not a size (negative, NaN) gives '0 B'.
 */
export function formatBytes(bytes: number, locale = 'en'): string {
  let value = bytes > 0 ? bytes : 0
  let unit = 0
  let decimals = 0
  while (unit < UNITS.length - 1 && Math.round(value * 10 ** decimals) >= 1000 * 10 ** decimals) {
    value /= 1000
    unit++
    decimals = unit > 1 ? 1 : 0
  }
  return `${formatNumber(value, decimals, locale)} ${UNITS[unit]}`
}

/** '3.4 MB/s'. */
export function formatRate(bytesPerSecond: number, locale = 'en'): string {
  return `${formatBytes(bytesPerSecond, locale)}/s`
}

export type TimeLeft = 'calculating' | 'under-30s' | 'under-1m' | { minutes: number } | { hours: number }

/**
 * Which words tell the remaining time. 'under-1m' is 30–60 s; above that come whole minutes up to two hours, then whole
 * hours, each rounded to the nearest. An unknown time (null, NaN, infinite, negative) is 'calculating'.
 */
export function timeLeftKey(seconds: number | null): TimeLeft {
  if (seconds === null || !Number.isFinite(seconds) || seconds < 0) return 'calculating'
  if (seconds < 30) return 'under-30s'
  if (seconds <= 60) return 'under-1m'
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? { minutes } : { hours: Math.round(seconds / 3600) }
}
