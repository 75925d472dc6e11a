import { plans } from '@waybill/contract/billing/plans'
import type { Language } from '@waybill/contract/core/fields'
import type { Context } from '../../context.ts'
import { type Html, html } from '../../platform/mail-transport/html.ts'
import { pathIn } from '../public-pages.ts'
import { productPages, productPath } from '../shell/site-frame.ts'
import { aboutWords } from '../words/about-words.ts'
import { homeWords } from '../words/home-words.ts'
import { productWords } from '../words/product-words.ts'
import { siteShellWords } from '../words/site-shell-words.ts'
import { comparisonStyles, renderComparison } from './comparison.ts'
import { planFigures, sizeText } from './figures.ts'
import { pieceStyles, renderPiece } from './piece.ts'
import { type Question, questionStyles, renderQuestions } from './questions.ts'
import { renderTestimonials, testimonialStyles } from './testimonials.ts'

export const homeStyles = `${pieceStyles}${questionStyles}${testimonialStyles}${comparisonStyles}.home-part { padding: 56px 0 } .home-part + .home-part { border-top: 1px solid var(--rule) } .home-part > h2 { font-size: clamp(1.625rem, 3vw, 2.25rem) }
.differences { display: grid; gap: 56px; margin-top: 40px } .differences li { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 440px); gap: 32px 72px; align-items: center } .differences li:nth-child(even) figure { order: -1 } .differences li:nth-child(even) { grid-template-columns: minmax(0, 440px) minmax(0, 1fr) }
.differences p { margin-top: 12px; max-width: 34em; color: var(--soft); text-wrap: pretty } .differences h3 { font-size: 1.375rem }
.features { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 0 40px; margin-top: 24px } .features li { padding: 20px 0; border-top: 1px solid var(--rule-strong) } .features a { display: inline-flex; align-items: center; min-height: 44px; font-weight: 600 } .features p { color: var(--soft); font-size: .9375rem }
.start { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 24px; padding: 32px; border: 1px dashed var(--rule-strong); border-radius: 6px } .start h2 { font-size: 1.375rem } .start p { margin-top: 4px; color: var(--soft) } .ways { display: flex; flex-wrap: wrap; gap: 12px }
@media (max-width: 880px) { .home-part { padding: 40px 0 } .differences li, .differences li:nth-child(even) { grid-template-columns: minmax(0, 1fr) } .differences li:nth-child(even) figure { order: 0 } .features { grid-template-columns: minmax(0, 1fr) } }
`

/** Only what is true of this server: the price where plans are sold, encryption where every store encrypts, and so on. */
export function questionsOf({ config }: Pick<Context, 'config'>, language: Language): Question[] {
  const { faq, encrypted, regions } = homeWords[language]
  const { stores, payments } = config
  const isAes256 = stores.every(({ storage }) => storage.kind === 'disk' || storage.sse === 'AES256')
  const { price, ...others } = faq
  return [
    ...Object.values(others).map(({ ask, answer }) => ({ ask, answer: answer(planFigures) })),
    ...(isAes256 ? [encrypted] : []),
    ...(stores.length > 1 ? [regions] : []),
    ...(payments === null ? [] : [{ ask: price.ask, answer: price.answer(planFigures) }]),
  ]
}

/** Everything on the home page below the form: differences, features, questions, the sign-up. */
export function renderHomeSections(ctx: Pick<Context, 'config' | 'content'>, language: Language): Html {
  const words = homeWords[language]
  return html`<section class="home-part" aria-labelledby="different"><h2 id="different">${words.different}</h2>
<ul class="differences">${words.differences.map((difference) => renderDifference(difference, language))}</ul></section>
<section class="home-part" aria-labelledby="features"><h2 id="features">${words.features}</h2>
<ul class="features">${productPages.map((name) => renderFeature(name, language))}</ul></section>
${renderComparison(ctx.content.comparison(language), language)}${renderTestimonials(ctx.content.testimonials(language), 'home', language)}<section class="home-part" aria-labelledby="questions"><h2 id="questions">${words.questions}</h2>
${renderQuestions(questionsOf(ctx, language))}</section>
<section class="start" aria-labelledby="start"><div><h2 id="start">${words.boxTitle}</h2>
<p>${aboutWords[language].storage(sizeText(plans.free.storageBytes))}</p></div>
<p class="ways"><a class="button" href="/register">${words.signUp}</a> <a class="button quiet" href="${pathIn(language, '/pricing')}">${words.prices}</a></p></section>`
}

type Difference = (typeof homeWords)['en']['differences'][number]

function renderDifference({ of, title, text }: Difference, language: Language): Html {
  const { common, pages } = productWords[language]
  return html`<li><div><h3>${title}</h3><p>${text}</p></div>${renderPiece(pages[of].piece, common.example)}</li>
`
}

const renderFeature = (name: (typeof productPages)[number], language: Language): Html =>
  html`<li><a href="${pathIn(language, productPath(name))}">${siteShellWords[language].featureNames[name]}</a><p>${productWords[language].pages[name].description}</p></li>
`
