import type { Language } from '@waybill/contract/core/fields'
import type { Context } from '../../context.ts'
import type { Config } from '../../platform/config/config.ts'
import { linkTo } from '../../platform/links.ts'
import { constant, type Html, html } from '../../platform/mail-transport/html.ts'
import { languageTags, pathIn } from '../public-pages.ts'
import type { ShownPage } from './public-page.ts'

const NAME = 'Waybill'
const locales: Record<Language, string> = { en: 'en_US', zh: 'zh_CN' }

/** What a page says of itself to search engines and to programs that show links. */
export function renderFacts(ctx: Pick<Context, 'config'>, page: ShownPage): Html {
  const link = (path: string) => linkTo(ctx.config, path)
  const language = page.languages.includes(page.language) ? page.language : 'en'
  const own = link(pathIn(language, page.canonicalPath ?? page.path))
  const isListed = page.languages.length > 0
  return html`<title>${titleOf(page)}</title>
<meta name="description" content="${page.description}">
${isListed ? html`<link rel="canonical" href="${own}">` : html`<meta name="robots" content="noindex">`}
${page.languages.map((language) => alternate(languageTags[language], link(pathIn(language, page.path))))}
${isListed ? alternate('x-default', link(pathIn(page.languages.includes('en') ? 'en' : 'zh', page.path))) : null}
${(page.feeds ?? []).map(({ title, path }) => html`<link rel="alternate" type="application/atom+xml" title="${title}" href="${path}">`)}
${Object.entries(socialFacts(page, own, page.preview && link(page.preview))).map(([name, value]) => html`<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content="${value}">`)}
${isListed ? renderData(ctx, page, own) : null}`
}

const titleOf = ({ title }: ShownPage): string => (title.includes(NAME) ? title : `${title} · ${NAME}`)

const alternate = (hreflang: string, href: string): Html =>
  html`<link rel="alternate" hreflang="${hreflang}" href="${href}">
`

const socialFacts = (page: ShownPage, url: string, picture: string | null): Record<string, string> => ({
  'og:site_name': NAME,
  'og:type': page.kind ?? 'website',
  'og:title': page.title,
  'og:description': page.description,
  'og:url': url,
  'og:locale': locales[page.language],
  ...(picture && {
    'og:image': picture,
    'og:image:width': '1200',
    'og:image:height': '630',
    'twitter:card': 'summary_large_image',
  }),
})

/** Who runs this server, for search engines: its profiles at other sites are its own. */
export const organizationOf = ({ companyName, socialLinks }: Config): Record<string, unknown> => ({
  '@type': 'Organization',
  name: companyName ?? NAME,
  ...(socialLinks.length > 0 && { sameAs: socialLinks.map(({ url }) => url) }),
})

/** The page and its things as one graph of schema.org. No text can end the element: '<' is escaped. */
function renderData({ config }: Pick<Context, 'config'>, page: ShownPage, url: string): Html {
  const about = {
    '@type': 'WebPage',
    '@id': url,
    url,
    name: page.title,
    description: page.description,
    inLanguage: languageTags[page.language],
    publisher: organizationOf(config),
  }
  const graph = { '@context': 'https://schema.org', '@graph': [about, ...(page.data ?? [])] }
  const text = JSON.stringify(graph).replaceAll('<', '\\u003c')
  return html`<script type="application/ld+json">${constant(text)}</script>`
}
