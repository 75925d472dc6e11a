import type { Language } from '@waybill/contract/core/fields'
import { linkTo } from '../../platform/links.ts'
import { html } from '../../platform/mail-transport/html.ts'
import { comparisonStyles, languageTags, type PublicPage, pathIn, renderComparison } from '../../site/index.ts'
import type { Article } from '../reading/load-content.ts'
import { type ContentParts, dayText, linksFor, renderCover, shownViews } from './article-parts.ts'
import { contentStyles as styles } from './content-styles.ts'
import { contentWords } from './content-words.ts'
import { feedsOf } from './feed.ts'
import { renderBlocks } from './render-blocks.ts'

/** The article that `/compare` leads to, with the comparison below it. */
const COMPARED = 'waybill-compared'

/** The list of articles, newest first. */
export function blogPage({ content, clock }: ContentParts, language: Language): PublicPage {
  const words = contentWords[language]
  const cards = content.list('blog', language).map(
    ({ slug, front }) => html`<li><a href="${pathIn(language, `/blog/${slug}`)}">${renderCover(slug)}
<div class="words"><h2>${front.title}</h2><p>${front.subtitle}</p>
<p class="dated"><time datetime="${front.date}">${dayText(front.date, language)}</time><span>${words.views(shownViews(slug, clock.nowMs()))}</span></p></div></a></li>
`,
  )
  return {
    path: '/blog',
    title: words.blog,
    description: words.blogText,
    styles,
    feeds: feedsOf(language),
    body: html`<div class="page-head"><h1>${words.blog}</h1><p>${words.blogText}</p></div>
<ul class="cards">
${cards}</ul>`,
  }
}

/** One article. Null: there is none of that name. */
export function blogArticlePage(parts: ContentParts, language: Language, slug: string): PublicPage | null {
  const article = parts.content.find('blog', language, slug)
  if (article === undefined) return null
  const words = contentWords[language]
  const { title, subtitle, description, date } = article.front
  return {
    path: `/blog/${slug}`,
    title,
    description,
    styles: slug === COMPARED ? styles + comparisonStyles : styles,
    kind: 'article',
    feeds: feedsOf(language),
    data: [articleData(parts, article)],
    body: html`<article class="prose">
<p class="crumb"><a href="${pathIn(language, '/blog')}">${words.blog}</a></p>
<h1>${title}</h1>
<p class="soft">${subtitle}</p>
<p class="dated"><time datetime="${date}">${dayText(date, language)}</time></p>
${renderCover(slug)}
${renderBlocks(article.blocks, linksFor(parts.pages, language))}
${slug === COMPARED ? renderComparison(parts.content.comparison(language), language) : null}</article>`,
  }
}

/** The article as schema.org describes one. */
function articleData({ config }: Pick<ContentParts, 'config'>, { slug, language, front }: Article<'blog'>) {
  return {
    '@type': 'BlogPosting',
    headline: front.title,
    description: front.description,
    datePublished: front.date,
    inLanguage: languageTags[language],
    url: linkTo(config, pathIn(language, `/blog/${slug}`)),
    author: { '@type': 'Organization', name: 'Waybill' },
  }
}
