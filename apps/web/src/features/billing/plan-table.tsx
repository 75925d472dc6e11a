import { isWithin } from '@waybill/contract/billing/lifts'
import type { PlanName } from '@waybill/contract/billing/plan-names'
import { isUnpaid, type Plan, plans } from '@waybill/contract/billing/plans'
import { formatBytes } from '@waybill/contract/core/sizes'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { type Language, useLanguage, useWords } from '../../shared/words/language.tsx'
import { brandingOf, subdomainsOf } from './plan-features.ts'
import pricingStyles from './pricing.module.css'
import { billingWords } from './words/billing-words.ts'
import type { BillingWords } from './words/en.ts'

type Row = keyof BillingWords['rows']

const rows: readonly Row[] = [
  'uploadLimitBytes',
  'storageBytes',
  'monthlyTransfers',
  'monthlyRequests',
  'recipientLimit',
  'fileLimit',
  'expiry',
  'branding',
  'subdomain',
  'emailDomain',
  'seatLimit',
  'singleSignOn',
]

/** Everything the plans differ in, side by side. */
export function PlanTable({ shown }: { shown: readonly PlanName[] }) {
  const words = useWords(billingWords)
  const { language } = useLanguage()
  return (
    <div className={pricingStyles.planTable}>
      <h2 className={`${layoutStyles.title} ${layoutStyles.below}`}>{words.compareTitle}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className={pricingStyles.planTableScroll} tabIndex={0} aria-label={words.compareTitle}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.compareRow}</th>
              {shown.map((plan) => (
                <th key={plan} scope="col">
                  {words.planNames[plan]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <th scope="row">{words.rows[row]}</th>
                {shown.map((plan) => (
                  <td key={plan} className={textStyles.mono}>
                    {cell(row, plan, words, language)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

function cell(row: Row, plan: PlanName, words: BillingWords, language: Language): string {
  if (row === 'expiry') return isUnpaid(plan) ? words.oneWeek : words.never
  if (row === 'branding') return words.branding[brandingOf(plan)]
  if (row === 'subdomain') return subdomainsOf(plan) > 0 ? String(subdomainsOf(plan)) : words.none
  if (row === 'emailDomain') return plans[plan].emailDomain ? '1' : words.none
  if (row === 'singleSignOn') return isWithin('sso', plan, 1) ? words.included : words.none
  const value = plans[plan][row satisfies keyof Plan]
  if (row === 'uploadLimitBytes' || row === 'storageBytes') return formatBytes(Number(value), language)
  if (value === null) return words.unlimited
  return value === 0 ? words.none : String(value)
}
