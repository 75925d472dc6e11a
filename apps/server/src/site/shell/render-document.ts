import type { Context } from '../../context.ts'
import { type Faces, fontFaces } from '../../platform/http/pages/built-page.ts'
import { constant, html } from '../../platform/mail-transport/html.ts'
import { type PublicPages, pathIn } from '../public-pages.ts'
import { siteShellWords } from '../words/site-shell-words.ts'
import type { ShownPage } from './public-page.ts'
import { renderFooter, renderHeader } from './site-frame.ts'
import { renderFacts } from './site-head.ts'
import { proseStyles, siteStyles } from './site-styles.ts'

interface Drawing {
  pages: PublicPages
  faces: Faces
  nonce: string
}

/** The whole document of a public page. It has no script, and loads nothing but the two faces. */
export function renderDocument(
  ctx: Pick<Context, 'config'>,
  page: ShownPage,
  { pages, faces, nonce }: Drawing,
): string {
  const { language } = page
  const other = language === 'en' ? 'zh' : 'en'
  const elsewhere = page.languages.includes(other) ? pathIn(other, page.path) : null
  return html`<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#FAF8F4" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#12161B" media="(prefers-color-scheme: dark)">
<link rel="preload" href="${faces.text}" as="font" type="font/woff2" crossorigin>
<style nonce="${nonce}">${constant(fontFaces(faces) + siteStyles + proseStyles + (page.styles ?? ''))}</style>
${renderFacts(ctx, page)}
</head>
<body>
<a class="skip" href="#content">${siteShellWords[language].skip}</a>
${renderHeader({ pages, language, other: elsewhere })}
<main id="content" tabindex="-1">
${page.body}
</main>
${renderFooter(ctx, { pages, language })}
</body>
</html>
`.toString()
}
