import { html } from '../platform/mail-transport/html.ts'
import { type ListedPage, languageTags, pathIn } from './public-pages.ts'

/**
 * The sitemap of the public pages (sitemaps.org, with the languages of each page as Google's hreflang extension names
 * them).
 *
 * @param link makes a whole address of a path
 */
export function renderSitemap(pages: readonly ListedPage[], link: (path: string) => string): string {
  const entries = pages.flatMap(({ path, languages, changedOn }) =>
    languages.map(
      (language) => html`<url><loc>${link(pathIn(language, path))}</loc>${languages.map(
        (other) =>
          html`<xhtml:link rel="alternate" hreflang="${languageTags[other]}" href="${link(pathIn(other, path))}"/>`,
      )}${changedOn === null ? null : html`<lastmod>${changedOn}</lastmod>`}</url>
`,
    ),
  )
  return html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries}</urlset>
`.toString()
}

/** What belongs to people, and what belongs to accounts: no search engine lists it. */
const PRIVATE = [
  '/d/',
  '/w/',
  '/downloads/',
  '/get/',
  '/r/',
  '/dash',
  '/pay/',
  '/card',
  '/invite/',
  '/extension/',
  '/mute/',
  '/take-back/',
  '/report/',
]

export const renderRobots = (sitemap: string): string =>
  `${['User-agent: *', ...PRIVATE.map((path) => `Disallow: ${path}`), '', `Sitemap: ${sitemap}`].join('\n')}\n`
