import type { MoneyShape } from './payment-shapes.ts'

/** A price in dollars; no cents where there are none: 'US$29', 'US$4.50'. */
export const formatUsd = (dollars: number): string => `US$${Number.isInteger(dollars) ? dollars : dollars.toFixed(2)}`

/** A sum as people read it; `locale` is a language tag. */
export function formatMoney({ minor, currency }: MoneyShape, locale: string): string {
  if (currency === 'usd') return minor < 0 ? `−${formatUsd(-minor / 100)}` : formatUsd(minor / 100)
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(minor / 100)
}
