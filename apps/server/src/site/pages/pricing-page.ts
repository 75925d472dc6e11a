import { plans } from '@waybill/contract/billing/plans'
import type { Language } from '@waybill/contract/core/fields'
import { formatBytes } from '@waybill/contract/core/sizes'
import type { Context } from '../../context.ts'
import { mailTo } from '../../platform/links.ts'
import { type Html, html } from '../../platform/mail-transport/html.ts'
import { pathIn } from '../public-pages.ts'
import type { PublicPage } from '../shell/public-page.ts'
import { pricingWords } from '../words/pricing-words.ts'
import { offerData, planOfferStyles, renderPlanOffers, shownPlans } from './plan-offers.ts'
import { planTableStyles, renderPlanTable } from './plan-table.ts'
import { type Question, questionData, questionStyles, renderQuestions } from './questions.ts'

const styles = `${planOfferStyles}${planTableStyles}${questionStyles}
.prices > header { padding: 40px 0 32px } .prices > header p { max-width: 44em; margin-top: 12px; text-wrap: pretty } .prices .lead { margin-top: 16px; font-size: 1.25rem }
.prices > section { padding-top: 56px } .prices > section > h2 { font-size: clamp(1.5rem, 3vw, 2rem) } .prices .ways { display: flex; flex-wrap: wrap; align-items: center; gap: 12px 24px; margin-top: 40px }
@media (max-width: 720px) { .prices > header { padding: 16px 0 24px } .prices > section { padding-top: 40px } }
@media print { .prices .ways { display: none } }
`

type Needs = Pick<Context, 'config' | 'payments'>

/**
 * The plans for everybody: no script, no cookie. A button leads to the sign-up with the plan, and from there to its
 * checkout.
 *
 * @param via the partner that led here (`REFERRAL`), whom the ways into the app name; null: none
 */
export function pricingPage(ctx: Needs, language: Language, via: string | null): PublicPage {
  const { title, description } = pricingWords[language]
  return {
    path: '/pricing',
    title,
    description,
    styles,
    data: [offerData(ctx, language), questionData(questionsOf(ctx, language))],
    body: renderPrices(ctx, language, via),
  }
}

function renderPrices(ctx: Needs, language: Language, via: string | null): Html {
  const words = pricingWords[language]
  const { supportEmail } = ctx.config
  const mail = html`<a href="${mailTo(supportEmail)}">${supportEmail}</a>`
  const isSold = ctx.payments !== null
  const home = via === null ? '/' : `/?${new URLSearchParams({ via })}`
  return html`<div class="prices">
<header><h1>${isSold ? words.tryTitle : words.title}</h1>
${isSold ? html`<p class="lead">${words.tryLead}</p>` : null}
<p>${words.lead}</p>
${notesOf(ctx, language).map((note) => html`<p class="soft">${note}</p>`)}
${isSold ? null : html`<p class="soft">${words.notSold[0]}${mail}${words.notSold[1]}</p>`}</header>
${renderPlanOffers(ctx, language, via)}
${renderPlanTable(language)}
<section aria-labelledby="questions"><h2 id="questions">${words.questions}</h2>
${renderQuestions(questionsOf(ctx, language))}
<p class="ways"><a class="button quiet" href="${home}">${words.send}</a> ${isSold ? html`<a href="${pathIn(language, '/support/plans-and-billing')}">${words.help}</a>` : null}</p></section>
</div>`
}

/** What a buyer must know of this server's seller before choosing. */
function notesOf({ payments }: Needs, language: Language): string[] {
  const { testCards, taxAdded } = pricingWords[language]
  return [...(payments?.addsTax ? [taxAdded] : []), ...(payments?.provider.kind === 'sandbox' ? [testCards] : [])]
}

/** Only what is true of this server: what concerns payment where plans are sold, and by what its seller takes. */
function questionsOf({ config, payments }: Needs, language: Language): Question[] {
  const { recipients, free, trial, change, smaller, refund, pay, tax } = pricingWords[language].faq
  const { uploadLimitBytes, storageBytes, monthlyTransfers, monthlyRequests } = plans.free
  const sized = (bytes: number) => formatBytes(bytes, language)
  const figures = {
    storage: sized(storageBytes),
    size: sized(uploadLimitBytes),
    transfers: String(monthlyTransfers),
    requests: String(monthlyRequests),
  }
  const always = [recipients, { ask: free.ask, answer: free.answer(figures) }]
  if (payments === null) return always
  const paysOnce = shownPlans.some(
    (role) => role !== 'free' && payments.prices.priceOf({ role, period: 'yearly', purchase: 'prepaid' }) !== null,
  )
  const isForReal = payments.provider.kind !== 'sandbox'
  return [
    ...always,
    trial,
    change,
    smaller,
    { ask: refund.ask, answer: refund.answer(config.supportEmail) },
    ...(isForReal ? [{ ask: pay.ask, answer: paysOnce ? `${pay.card} ${pay.once}` : pay.card }] : []),
    ...(payments.addsTax ? [tax] : []),
  ]
}
