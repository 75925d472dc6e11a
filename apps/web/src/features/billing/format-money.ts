import { formatMoney as formatIn } from '@waybill/contract/billing/format-money'
import type { MoneyShape } from '@waybill/contract/billing/payment-shapes'
import { type Language, languageTags } from '../../shared/words/language.tsx'

export { formatUsd } from '@waybill/contract/billing/format-money'

/** A sum as people read it. */
export const formatMoney = (sum: MoneyShape, language: Language): string => formatIn(sum, languageTags[language])
