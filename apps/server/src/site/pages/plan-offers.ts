import { bestSavingPercent } from '@waybill/contract/billing/best-saving'
import { formatUsd } from '@waybill/contract/billing/format-money'
import { planCode } from '@waybill/contract/billing/plan-code'
import { planNamesEn, planNamesZh } from '@waybill/contract/billing/plan-names'
import {
  type Period,
  periods,
  plans,
  soldRoles,
  yearlyPerMonthUsd,
  yearlySavingUsd,
} from '@waybill/contract/billing/plans'
import type { Language } from '@waybill/contract/core/fields'
import { formatBytes } from '@waybill/contract/core/sizes'
import type { Context } from '../../context.ts'
import { linkTo, paths } from '../../platform/links.ts'
import { type Html, html } from '../../platform/mail-transport/html.ts'
import { pathIn } from '../public-pages.ts'
import { pricingWords, type ShownPlan } from '../words/pricing-words.ts'

/** The plans that anybody can choose, cheapest first. */
export const shownPlans = ['free', ...soldRoles] as const satisfies readonly ShownPlan[]

export const namesOfPlans: Record<Language, Record<ShownPlan, string>> = { en: planNamesEn, zh: planNamesZh }

/** Both periods are there; a browser that knows `:has` shows the chosen one, any other and a printer show both. */
export const planOfferStyles = `
.period { display: inline-flex; margin: 0 0 24px; padding: 3px; border: 1px solid var(--rule-strong); border-radius: 8px; background: var(--sheet) }
.period legend { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.period label { position: relative; display: inline-flex; align-items: center; gap: 8px; min-height: 44px; padding: 0 16px; border-radius: 6px; color: var(--soft) } .period input { margin: 0 } .period small { font-size: .8125rem }
.plan-boxes { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 24px } .plan-boxes > li { display: flex; flex-direction: column; padding: 24px; border: 1px solid var(--rule); border-top: 2px dashed var(--rule-strong); border-radius: 6px; background: var(--sheet); box-shadow: var(--shade) }
.plan-boxes h2 { font-size: 1.25rem } .plan-boxes .price { margin-top: 16px } .plan-boxes .price strong { font-size: 2rem; font-weight: 400; letter-spacing: -.04em; line-height: 1.2; margin-inline-end: 4px } .plan-boxes .price small { display: block; min-height: 1.6em; font-size: .875rem }
.points { flex: 1; margin: 16px 0 24px; border-top: 1px dashed var(--rule-strong); font-size: .9375rem } .points li { padding: 8px 0 } .points li + li { border-top: 1px solid var(--rule) } .plan-boxes .button { width: 100% } .plan-boxes .unsold { display: flex; align-items: center; justify-content: center; min-height: 44px }
@supports selector(:has(*)) { .period input { position: absolute; inset: 0; width: 100%; height: 100%; opacity: 0; cursor: pointer } .period label:has(:checked) { background: var(--ink); color: var(--paper) } .period label:has(:focus-visible) { outline: 2px solid var(--stamp); outline-offset: 2px } @media screen { .offers:has([value=yearly]:checked) .monthly, .offers:has([value=monthly]:checked) .yearly { display: none } } }
@media (max-width: 1080px) { .plan-boxes { grid-template-columns: repeat(2, minmax(0, 1fr)) } }
@media (max-width: 600px) { .plan-boxes { grid-template-columns: minmax(0, 1fr) } .plan-boxes > li { padding: 20px } .period { display: flex } .period label { flex: 1 1 auto; justify-content: center; padding: 0 8px } }
@media print { .period, .plan-boxes .button { display: none } .plan-boxes { grid-template-columns: repeat(2, minmax(0, 1fr)) } .plan-boxes > li { break-inside: avoid; box-shadow: none } }
`

type Needs = Pick<Context, 'config' | 'payments'>

/** The choice of a period and a box for each plan; its button keeps plan and period through sign-up and login. */
export function renderPlanOffers({ payments }: Pick<Needs, 'payments'>, language: Language, via: string | null): Html {
  const words = pricingWords[language]
  const isSelling = payments !== null
  return html`<div class="offers">${isSelling ? renderPeriods(language) : null}
<ul class="plan-boxes" aria-label="${words.plans}">${shownPlans.map((plan) => renderBox(plan, { isSelling, language, via }))}</ul></div>`
}

function renderPeriods(language: Language): Html {
  const { period, yearly, yearlyLess, monthly } = pricingWords[language]
  return html`<fieldset class="period"><legend>${period}</legend>
<label><input type="radio" name="period" value="yearly" checked>${yearly} <small class="mono">${yearlyLess(bestSavingPercent())}</small></label>
<label><input type="radio" name="period" value="monthly">${monthly}</label></fieldset>`
}

interface Shown {
  isSelling: boolean
  language: Language
  via: string | null
}

/** A plan that is not sold has no price and promises no refund. */
function renderBox(plan: ShownPlan, { isSelling, language, via }: Shown): Html {
  const { descriptions, notSoldYet } = pricingWords[language]
  const name = namesOfPlans[language][plan]
  const isOpen = plan === 'free' || isSelling
  return html`<li aria-label="${name}"><h2>${name}</h2><p class="soft">${descriptions[plan]}</p>
${isOpen ? renderPrice(plan, language) : null}
<ul class="points">${pointsOf(plan, language, isSelling).map((point) => html`<li>${point}</li>`)}</ul>
${isOpen ? renderWays(plan, language, via) : html`<p class="soft unsold">${notSoldYet}</p>`}</li>
`
}

function renderPrice(plan: ShownPlan, language: Language): Html {
  const words = pricingWords[language]
  const { monthlyPriceUsd, yearlyPriceUsd } = plans[plan]
  const priced = (usd: number | null, note: string, period: string) =>
    html`<p class="price ${period}"><strong class="mono">${formatUsd(usd ?? 0)}</strong> <span class="soft">${words.perMonth}</span> <small class="soft">${note}</small></p>`
  if (plan === 'free') return priced(0, words.forEver, '')
  const yearly = words.billedYearly(formatUsd(yearlyPriceUsd ?? 0), formatUsd(yearlySavingUsd(plan) ?? 0))
  return html`${priced(yearlyPerMonthUsd(plan), yearly, 'yearly')}${priced(monthlyPriceUsd, words.billedMonthly, 'monthly')}`
}

function pointsOf(plan: ShownPlan, language: Language, isSelling: boolean): string[] {
  const { points } = pricingWords[language]
  const { uploadLimitBytes, storageBytes, monthlyTransfers, recipientLimit, seatLimit } = plans[plan]
  return [
    points.upload(formatBytes(uploadLimitBytes, language)),
    points.storage(formatBytes(storageBytes, language)),
    monthlyTransfers === null ? points.unlimited : points.transfers(monthlyTransfers),
    points.recipients(recipientLimit),
    plan === 'free' ? points.week : points.noExpiry,
    ...(seatLimit > 0 ? [points.seats(seatLimit)] : []),
    ...(plan !== 'free' && isSelling ? [points.refund] : []),
  ]
}

function renderWays(plan: ShownPlan, language: Language, via: string | null): Html {
  const { tryFree, tryWeek } = pricingWords[language]
  if (plan === 'free') return html`<a class="button quiet" href="${signUpPath({ plan }, language, via)}">${tryFree}</a>`
  return html`${periods.map((period) => {
    const code = planCode({ role: plan, period })
    // A login leads to the plan as well.
    const way = { plan: code, next: paths.plan(code) }
    return html`<a class="button ${period}" href="${signUpPath(way, language, via)}">${tryWeek}</a>`
  })}`
}

/** `/signup` is in the language of its reader: who comes from the Chinese page goes on in Chinese. */
const signUpPath = (query: Record<string, string>, language: Language, via: string | null): string =>
  `/signup?${new URLSearchParams({ ...query, ...(language === 'zh' && { lang: 'zh' }), ...(via !== null && { via }) })}`

const durations: Record<Period, string> = { monthly: 'P1M', yearly: 'P1Y' }

/** What is offered, and for how much, for search engines. Nothing has a price where nothing is sold. */
export function offerData({ config, payments }: Needs, language: Language): Record<string, unknown> {
  const names = namesOfPlans[language]
  const words = pricingWords[language]
  const url = linkTo(config, pathIn(language, '/pricing'))
  const usd = { '@type': 'Offer', url, priceCurrency: 'USD' }
  const sold = soldRoles.flatMap((role) =>
    periods.map((period) => {
      const price = String((period === 'yearly' ? plans[role].yearlyPriceUsd : plans[role].monthlyPriceUsd) ?? 0)
      return {
        ...usd,
        name: `${names[role]}, ${words[period]}`,
        price,
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          price,
          priceCurrency: 'USD',
          billingDuration: durations[period],
          ...(payments?.addsTax && { valueAddedTaxIncluded: false }),
        },
      }
    }),
  )
  return {
    '@type': 'WebApplication',
    name: 'Waybill',
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Any',
    offers: [{ ...usd, name: names.free, price: '0' }, ...(payments === null ? [] : sold)],
  }
}
