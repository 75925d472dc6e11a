import { isWithin } from '@waybill/contract/billing/lifts'
import { hostLimit, type Plan, plans } from '@waybill/contract/billing/plans'
import type { Language } from '@waybill/contract/core/fields'
import { formatBytes } from '@waybill/contract/core/sizes'
import { type Html, html } from '../../platform/mail-transport/html.ts'
import { type PricingWords, pricingWords, type ShownPlan } from '../words/pricing-words.ts'
import { namesOfPlans, shownPlans } from './plan-offers.ts'

export const planTableStyles = `
.plan-table .scroll { margin-top: 16px; overflow-x: auto } .plan-table table { width: 100%; min-width: 660px; border-collapse: collapse } .plan-table :is(th, td) { padding: 12px 16px 12px 0; border-bottom: 1px solid var(--rule); text-align: start; font-weight: 400 } .plan-table thead th { border-color: var(--rule-strong); font-weight: 600 } .plan-table tbody th { color: var(--soft) } .plan-table td { font-variant-numeric: tabular-nums }
.plan-table th:first-child { position: sticky; left: 0; width: 28%; background: var(--paper) }
@media (max-width: 600px) { .plan-table table { font-size: .9375rem } .plan-table th:first-child { width: 132px } }
@media print { .plan-table .scroll { overflow: visible } .plan-table table { min-width: 0 } .plan-table tr { break-inside: avoid } .plan-table th:first-child { position: static; background: none } }
`

/** Everything that the plans differ in, side by side, from `plans.ts`. */
export function renderPlanTable(language: Language): Html {
  const words = pricingWords[language]
  const names = namesOfPlans[language]
  return html`<section class="plan-table" aria-labelledby="compare"><h2 id="compare">${words.compare}</h2>
<div class="scroll" tabindex="0" role="group" aria-labelledby="compare"><table>
<thead><tr><th scope="col">${words.plan}</th>${shownPlans.map((plan) => html`<th scope="col">${names[plan]}</th>`)}</tr></thead>
<tbody>
${rowsOf(words, language).map(
  ([name, cell]) => html`<tr><th scope="row">${name}</th>${shownPlans.map((plan) => html`<td>${cell(plan)}</td>`)}</tr>
`,
)}</tbody></table></div></section>`
}

type Row = readonly [name: string, cell: (plan: ShownPlan) => string]

function rowsOf(words: PricingWords, language: Language): Row[] {
  const { rows, none, included } = words
  const numbered = (value: number | null) => (value === null ? words.unlimited : value === 0 ? none : String(value))
  const counted =
    (key: (keyof Plan & `${string}Limit`) | 'monthlyTransfers' | 'monthlyRequests') => (plan: ShownPlan) =>
      numbered(plans[plan][key])
  const sized = (key: 'uploadLimitBytes' | 'storageBytes') => (plan: ShownPlan) =>
    formatBytes(plans[plan][key], language)
  return [
    [rows.upload, sized('uploadLimitBytes')],
    [rows.storage, sized('storageBytes')],
    [rows.transfers, counted('monthlyTransfers')],
    [rows.requests, counted('monthlyRequests')],
    [rows.recipients, counted('recipientLimit')],
    [rows.files, counted('fileLimit')],
    [rows.expiry, (plan) => (plan === 'free' ? words.oneWeek : words.anyExpiry)],
    [rows.seats, counted('seatLimit')],
    [rows.branding, (plan) => words.branding[plans[plan].branding]],
    [rows.hosts, (plan) => numbered(hostLimit(plan))],
    [rows.mailDomain, (plan) => (plans[plan].emailDomain ? included : none)],
    [rows.singleSignOn, (plan) => (isWithin('sso', plan, 1) ? included : none)],
  ]
}
