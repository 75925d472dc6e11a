import type { MoneyShape } from '@waybill/contract/billing/payment-shapes'
import { type Language, languageTags } from '../../shared/words/language.tsx'

/** A price in dollars; no cents where there are none: 'US$29', 'US$4.50'. */
export const formatUsd = (dollars: number): string => `US$${Number.isInteger(dollars) ? dollars : dollars.toFixed(2)}`

/** A sum as people read it. */
export function formatMoney({ minor, currency }: MoneyShape, language: Language): string {
  if (currency === 'usd') return minor < 0 ? `−${formatUsd(-minor / 100)}` : formatUsd(minor / 100)
  return new Intl.NumberFormat(languageTags[language], { style: 'currency', currency }).format(minor / 100)
}
