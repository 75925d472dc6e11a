import type { MoneyShape } from '@waybill/contract/billing/payment-shapes'

/** 'US$29', 'US$21.75', 'EUR 9': without cents where there are none. */
export function formatMoney({ minor, currency }: MoneyShape): string {
  const sum = minor % 100 === 0 ? String(minor / 100) : (minor / 100).toFixed(2)
  return currency === 'usd' ? `US$${sum}` : `${currency.toUpperCase()} ${sum}`
}
