import type { Language } from '@waybill/contract/core/fields'
import type { Context } from '../../context.ts'
import { type Html, html } from '../../platform/mail-transport/html.ts'
import { pathIn } from '../public-pages.ts'
import type { PublicPage } from '../shell/public-page.ts'
import { productPages, productPath } from '../shell/site-frame.ts'
import { type ProductName, productWords } from '../words/product-words.ts'
import { siteShellWords } from '../words/site-shell-words.ts'
import { planFigures } from './figures.ts'
import { pieceStyles, renderPiece } from './piece.ts'
import { renderTestimonials, testimonialStyles } from './testimonials.ts'

const styles = `${pieceStyles}${testimonialStyles}.product { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 440px); gap: 40px 72px; align-items: center; padding: 56px 0 }
.product .kicker { color: var(--soft); font-size: .9375rem } .product h1 { margin-top: 8px } .product .lead { margin-top: 24px; max-width: 30em; font-size: 1.25rem; text-wrap: pretty }
.ways { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 32px }
.points { display: grid; grid-template-columns: repeat(auto-fit, minmax(240px, 1fr)); gap: 0 40px } .points li { padding: 24px 0; border-top: 1px solid var(--rule-strong) } .points p { margin-top: 8px; color: var(--soft) }
.plans { margin-top: 24px; padding: 24px; border: 1px dashed var(--rule-strong); border-radius: 6px } .more { margin-top: 56px } .more ul { display: flex; flex-wrap: wrap; gap: 0 32px; margin-top: 8px } .more a { display: inline-flex; align-items: center; min-height: 44px }
@media (max-width: 880px) { .product { grid-template-columns: minmax(0, 1fr); padding: 24px 0 40px } }
`

/** A page about one side of the product. */
export function productPage({ content }: Pick<Context, 'content'>, name: ProductName, language: Language): PublicPage {
  const { common, pages } = productWords[language]
  const { featureNames } = siteShellWords[language]
  const words = pages[name]
  return {
    path: productPath(name),
    title: featureNames[name],
    description: words.description,
    styles,
    body: html`<div class="product">
<div>
<p class="kicker">${featureNames[name]}</p>
<h1>${words.headline}</h1>
<p class="lead">${words.lead}</p>
<p class="ways"><a class="button" href="/">${common.start}</a> <a class="button quiet" href="${pathIn(language, '/pricing')}">${common.prices}</a></p>
</div>
${renderPiece(words.piece, common.example)}
</div>
<ul class="points">${words.points.map(
      ({ title, text }) => html`<li><h2>${title}</h2><p>${text}</p></li>
`,
    )}</ul>
${renderTestimonials(content.testimonials(language), name, language)}<p class="plans">${words.plans(planFigures)}</p>
${renderOthers(name, language)}`,
  }
}

function renderOthers(name: ProductName, language: Language): Html {
  const { featureNames } = siteShellWords[language]
  const others = productPages.filter((other) => other !== name)
  return html`<nav class="more" aria-labelledby="more"><h2 id="more">${productWords[language].common.more}</h2>
<ul>${others.map(
    (other) => html`<li><a href="${pathIn(language, productPath(other))}">${featureNames[other]}</a></li>
`,
  )}</ul></nav>`
}
