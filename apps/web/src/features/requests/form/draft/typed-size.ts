/** Sizes as people type them: a number and a unit. Decimal, as the plans count. */
export const sizeUnits = ['kB', 'MB', 'GB'] as const
export type SizeUnit = (typeof sizeUnits)[number]

export interface TypedSize {
  /** '' is no limit. */
  text: string
  unit: SizeUnit
}

const factors: Record<SizeUnit, number> = { kB: 1e3, MB: 1e6, GB: 1e9 }
const NUMBER = /^\d{1,9}(?:[.,]\d{1,3})?$/

/** In bytes; null is no limit, NaN is no valid size. */
export function bytesOf({ text, unit }: TypedSize): number | null {
  const typed = text.trim()
  if (typed === '') return null
  const bytes = NUMBER.test(typed) ? Math.round(Number(typed.replace(',', '.')) * factors[unit]) : 0
  return bytes > 0 ? bytes : Number.NaN
}

/** In the largest unit that gives a whole number, else in kilobytes. */
export function typedSizeOf(bytes: number | null): TypedSize {
  if (bytes === null) return { text: '', unit: 'MB' }
  const unit = (['GB', 'MB'] as const).find((one) => Number.isInteger((bytes / factors[one]) * 1_000)) ?? 'kB'
  const fits = unit === 'GB' && bytes < factors.GB ? 'MB' : unit
  return { text: String(bytes / factors[fits]), unit: fits }
}

/** '' is no limit: null; anything except a whole number from 1 to `most` is NaN. */
export function countOf(text: string, most: number): number | null {
  const typed = text.trim()
  if (typed === '') return null
  const count = /^\d{1,6}$/.test(typed) ? Number(typed) : 0
  return count >= 1 && count <= most ? count : Number.NaN
}
