import type { Context } from '../../context.ts'
import { html } from '../../platform/mail-transport/html.ts'
import type { PublicPage } from '../shell/public-page.ts'
import { homeWords } from '../words/home-words.ts'
import { productWords } from '../words/product-words.ts'
import { homeStyles, questionsOf, renderHomeSections } from './home-sections.ts'
import { renderPiece } from './piece.ts'
import { questionData } from './questions.ts'

const styles = `${homeStyles}
.hero { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 440px); gap: 40px 72px; align-items: center; padding: 56px 0 72px } .hero .lead { margin: 24px 0 32px; font-size: 1.25rem }
@media (max-width: 880px) { .hero { grid-template-columns: minmax(0, 1fr); padding: 24px 0 40px } }
`

/** The Chinese home page. The form itself is at `/`, which is in the language of its reader. */
export function chineseHome(ctx: Pick<Context, 'config' | 'content'>): PublicPage {
  const words = homeWords.zh
  const { common, pages } = productWords.zh
  return {
    path: '/',
    title: words.title,
    description: words.description,
    styles,
    data: [questionData(questionsOf(ctx, 'zh'))],
    body: html`<div class="hero"><div><h1>${words.headline}</h1><p class="lead">${words.lead}</p><a class="button" href="/">${words.send}</a></div>
${renderPiece(pages['works-everywhere'].piece, common.example)}</div>
${renderHomeSections(ctx, 'zh')}`,
  }
}
