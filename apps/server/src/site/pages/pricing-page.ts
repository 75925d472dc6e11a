import { formatUsd } from '@waybill/contract/billing/format-money'
import { planNamesEn, planNamesZh } from '@waybill/contract/billing/plan-names'
import { type Plan, plans, type Role, soldRoles, yearlyPerMonthUsd } from '@waybill/contract/billing/plans'
import type { Language } from '@waybill/contract/core/fields'
import { formatBytes } from '@waybill/contract/core/sizes'
import type { Context } from '../../context.ts'
import { type Html, html } from '../../platform/mail-transport/html.ts'
import type { PublicPage } from '../shell/public-page.ts'
import { type PricingWords, pricingWords } from '../words/pricing-words.ts'

export const planTableStyles = `
.offers { padding: 56px 0 } .offers .lead { margin-top: 16px; max-width: 36em; font-size: 1.25rem; text-wrap: pretty }
.offers .scroll { margin-top: 32px; overflow-x: auto } .offers table { width: 100%; min-width: 640px; border-collapse: collapse } .offers :is(th, td) { padding: 12px 16px 12px 0; border-bottom: 1px solid var(--rule); text-align: start; font-weight: 400 } .offers thead th { border-color: var(--rule-strong); font-weight: 600 } .offers tbody th { color: var(--soft) }
.offers .ways { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 32px }
@media (max-width: 880px) { .offers { padding: 24px 0 40px } }
`

const planNames: Record<Language, Record<Shown, string>> = { en: planNamesEn, zh: planNamesZh }

const shown = ['free', ...soldRoles] as const satisfies readonly Role[]
type Shown = (typeof shown)[number]

/**
 * The plans side by side. The app's page at `/pricing` has the boxes where one signs up and pays, in the language of its
 * reader; this one is Chinese for everybody, and needs no script.
 */
export const chinesePricing = (ctx: Pick<Context, 'config'>): PublicPage => ({
  path: '/pricing',
  ...pick(pricingWords.zh),
  styles: planTableStyles,
  body: renderPlans(ctx, 'zh'),
})

const pick = ({ title, description }: PricingWords) => ({ title, description })

/** Everything that the plans differ in, from `plans.ts`; prices where plans are sold. */
export function renderPlans({ config }: Pick<Context, 'config'>, language: Language): Html {
  const words = pricingWords[language]
  const names = planNames[language]
  return html`<div class="offers"><h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
<div class="scroll" tabindex="0" role="group" aria-label="${words.title}"><table>
<thead><tr><th scope="col">${words.plan}</th>${shown.map((role) => html`<th scope="col">${names[role]}</th>`)}</tr></thead>
<tbody>
${rowsOf(words, language, config.payments !== null).map(
  ([name, cell]) => html`<tr><th scope="row">${name}</th>${shown.map((role) => html`<td>${cell(role)}</td>`)}</tr>
`,
)}</tbody></table></div>
<p class="ways"><a class="button" href="/pricing">${words.choose}</a> <a class="button quiet" href="/">${words.send}</a></p></div>`
}

type Row = readonly [name: string, cell: (role: Shown) => string]

function rowsOf(words: PricingWords, language: Language, isSold: boolean): Row[] {
  const counted = (key: 'monthlyTransfers' | 'monthlyRequests' | 'recipientLimit' | 'fileLimit' | 'seatLimit') => {
    return (role: Shown) => String(plans[role][key] ?? words.unlimited)
  }
  const sized = (key: keyof Plan & ('uploadLimitBytes' | 'storageBytes')) => (role: Shown) =>
    formatBytes(plans[role][key], language)
  const prices: Row[] = [
    [words.monthly, (role) => formatUsd(plans[role].monthlyPriceUsd ?? 0)],
    [words.yearly, (role) => formatUsd(role === 'free' ? 0 : (yearlyPerMonthUsd(role) ?? 0))],
  ]
  return [
    ...(isSold ? prices : []),
    [words.upload, sized('uploadLimitBytes')],
    [words.storage, sized('storageBytes')],
    [words.transfers, counted('monthlyTransfers')],
    [words.requests, counted('monthlyRequests')],
    [words.recipients, counted('recipientLimit')],
    [words.files, counted('fileLimit')],
    [words.seats, counted('seatLimit')],
    [words.expiry, (role) => (role === 'free' ? words.oneWeek : words.anyExpiry)],
  ]
}
