import type { Language } from '@waybill/contract/core/fields'
import { type Html, html } from '../../platform/mail-transport/html.ts'
import { type PublicPage, pathIn } from '../../site/index.ts'
import type { Article } from '../reading/load-content.ts'
import { type ContentParts, dayText, linksFor } from './article-parts.ts'
import { contentStyles as styles } from './content-styles.ts'
import { contentWords } from './content-words.ts'
import { feedPathIn, feedsOf } from './feed.ts'
import { type LinkIn, renderBlocks } from './render-blocks.ts'

/** What is new, by month, newest first. */
export function updatesPage({ content, pages }: ContentParts, language: Language): PublicPage {
  const words = contentWords[language]
  const link = linksFor(pages, language)
  const updates = content.list('updates', language)
  const months = [...new Set(updates.map(({ front }) => front.date.slice(0, 7)))]
  const sections = months.map((month) => {
    const [year = 0, number = 1] = month.split('-').map(Number)
    const own = updates.filter(({ front }) => front.date.startsWith(month))
    return html`<section><h2 class="month">${words.month(year, number)}</h2>
${own.map((update) => renderUpdate(update, link))}</section>
`
  })
  return {
    path: '/updates',
    title: words.updates,
    description: words.updatesText,
    styles,
    feeds: feedsOf(language),
    body: html`<div class="page-head"><h1>${words.updates}</h1><p>${words.updatesText}</p>
<p class="feed-link"><a href="${feedPathIn(language)}">${words.feed}</a></p></div>
${sections}`,
  }
}

function renderUpdate({ slug, language, front, blocks }: Article<'updates'>, link: LinkIn): Html {
  const tags = front.types.map((type) => html`<span class="tag ${type}">${contentWords[language].types[type]}</span>`)
  return html`<article class="update" id="${slug}"><p>${tags}<time class="dated" datetime="${front.date}">${dayText(front.date, language)}</time></p>
<h3>${front.title}</h3>
<div class="prose">${renderBlocks(blocks, link)}</div></article>
`
}

/** An article of the roadmap. Null: there is none of that name. */
export function roadmapPage({ content, pages }: ContentParts, language: Language, slug: string): PublicPage | null {
  const article = content.find('roadmap', language, slug)
  if (article === undefined) return null
  const words = contentWords[language]
  const { title, description, date } = article.front
  const others = content.list('roadmap', language).filter((other) => other.slug !== slug)
  return {
    path: `/roadmap/${slug}`,
    title,
    description,
    styles,
    kind: 'article',
    body: html`<article class="prose">
<p class="crumb"><a href="${pathIn(language, '/updates')}">${words.updates}</a></p>
<h1>${title}</h1>
<p class="dated">${words.changed(dayText(date, language))}</p>
${renderBlocks(article.blocks, linksFor(pages, language))}</article>
${others.length === 0 ? null : html`<aside class="more"><h2>${words.roadmap}</h2><ul>${others.map((other) => html`<li><a href="${pathIn(language, `/roadmap/${other.slug}`)}">${other.front.title}</a></li>`)}</ul></aside>`}`,
  }
}
