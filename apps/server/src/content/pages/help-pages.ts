import type { Language } from '@waybill/contract/core/fields'
import { mailTo } from '../../platform/links.ts'
import { type Html, html } from '../../platform/mail-transport/html.ts'
import { type PublicPage, pathIn } from '../../site/index.ts'
import type { Article } from '../reading/load-content.ts'
import { helpGroups } from '../reading/read-front-matter.ts'
import { type ContentParts, dayText, linksFor } from './article-parts.ts'
import { contentStyles as styles } from './content-styles.ts'
import { contentWords } from './content-words.ts'
import { renderBlocks } from './render-blocks.ts'

const MAX_QUERY_CHARS = 100

/** The list of the help, or what a search finds in it. */
export function helpPage(parts: ContentParts, language: Language, query: string): PublicPage {
  const words = contentWords[language]
  const searched = query.trim().slice(0, MAX_QUERY_CHARS)
  const below = searched === '' ? renderGroups(parts, language) : renderFound(parts, language, searched)
  return {
    path: '/support',
    title: words.help,
    description: words.helpText,
    styles,
    body: html`<div class="page-head"><h1>${words.help}</h1><p>${words.helpText}</p></div>
<form class="find" role="search" action="${pathIn(language, '/support')}"><input type="search" name="q" value="${searched}" maxlength="${MAX_QUERY_CHARS}" aria-label="${words.search}" placeholder="${words.search}" enterkeyhint="search"><button class="button">${words.searchButton}</button></form>
${below}`,
  }
}

function renderGroups({ content }: ContentParts, language: Language): Html {
  const words = contentWords[language]
  const articles = content.list('help', language)
  const groups = helpGroups.map((group) =>
    renderGroup(
      words.groups[group],
      articles.filter(({ front }) => front.group === group),
    ),
  )
  return html`<div class="groups">
${groups}${renderGroup(words.rules, content.list('legal', language))}</div>`
}

const renderGroup = (name: string, articles: readonly HelpArticle[]): Html => html`<section><h2>${name}</h2><ul>
${articles.map(
  (article) => html`<li>${linkOf(article)}</li>
`,
)}</ul></section>
`

type HelpArticle = Article<'help'> | Article<'legal'>

const linkOf = ({ slug, language, front }: HelpArticle): Html =>
  html`<a href="${pathIn(language, `/support/${slug}`)}">${front.title}</a>`

function renderFound({ content, config }: ContentParts, language: Language, query: string): Html {
  const words = contentWords[language]
  const found = content.searchHelp(language, query)
  if (found.length === 0)
    return html`<section class="found"><h2>${words.noResults(query)}</h2><p>${words.noResultsText} <a href="${mailTo(config.supportEmail)}">${config.supportEmail}</a></p></section>`
  const items = found.map(
    (article) => html`<li>${linkOf(article)}<p class="soft">${article.front.description}</p></li>
`,
  )
  return html`<section class="found"><h2>${words.results(found.length, query)}</h2><ul>
${items}</ul></section>`
}

/** An article of the help, or one of the legal texts. Null: there is none of that name. */
export function helpArticlePage(parts: ContentParts, language: Language, slug: string): PublicPage | null {
  const { content, config, pages } = parts
  const help = content.find('help', language, slug)
  const legal = content.find('legal', language, slug)
  const article = help ?? legal
  if (article === undefined) return null
  const words = contentWords[language]
  const { title, description } = article.front
  return {
    path: `/support/${slug}`,
    title,
    description,
    styles,
    kind: 'article',
    body: html`<article class="prose">
<p class="crumb"><a href="${pathIn(language, '/support')}">${words.help}</a></p>
<h1>${title}</h1>
${legal === undefined ? null : html`<p class="dated">${words.changed(dayText(legal.front.date, language))}</p>`}
${renderBlocks(article.blocks, linksFor(pages, language))}</article>
<aside class="more">${help === undefined ? null : renderRelated(parts, help)}<p>${words.question} <a href="${mailTo(config.supportEmail)}">${config.supportEmail}</a></p></aside>`,
  }
}

function renderRelated({ content }: ContentParts, article: Article<'help'>): Html | null {
  const { language, slug, front } = article
  const others = content
    .list('help', language)
    .filter((other) => other.front.group === front.group && other.slug !== slug)
  if (others.length === 0) return null
  return html`<h2>${contentWords[language].related}</h2><ul>
${others.map(
  (other) => html`<li>${linkOf(other)}</li>
`,
)}</ul>`
}
