import type { ExpiryKey } from '@waybill/contract/transfers/expiry'

/** How long a transfer stays available. */
export const expiries: Record<ExpiryKey, string> = {
  week: '1 Week',
  month: '1 Month',
  quarter: '3 Months',
  year: '1 Year',
  never: 'Never expire',
}

export type ExpiriesWords = typeof expiries
