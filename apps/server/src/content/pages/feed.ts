import type { Language } from '@waybill/contract/core/fields'
import { linkTo } from '../../platform/links.ts'
import { html } from '../../platform/mail-transport/html.ts'
import { languageTags, type PublicPage, pathIn } from '../../site/index.ts'
import { type ContentParts, linksFor } from './article-parts.ts'
import { contentWords } from './content-words.ts'
import { renderBlocks } from './render-blocks.ts'

const FEED = '/atom.xml'

export const feedPathIn = (language: Language): string => pathIn(language, FEED)

/** What the pages whose news the feed has say of it. */
export const feedsOf = (language: Language): NonNullable<PublicPage['feeds']> => [
  { title: contentWords[language].feedTitle, path: feedPathIn(language) },
]

/** The Atom feed (RFC 4287) of the blog and the updates in one language, newest first. */
export function renderFeed({ config, content, pages }: Omit<ContentParts, 'clock'>, language: Language): string {
  const words = contentWords[language]
  const link = (path: string) => linkTo(config, pathIn(language, path))
  const blog = content.list('blog', language).map(({ slug, front, blocks }) => ({
    ...{ title: front.title, date: front.date, blocks },
    ...{ address: link(`/blog/${slug}`), summary: front.description },
  }))
  const updates = content.list('updates', language).map(({ slug, front, blocks }) => ({
    ...{ title: front.title, date: front.date, blocks },
    ...{ address: link(`/updates#${slug}`), summary: null },
  }))
  const entries = [...blog, ...updates].sort((one, other) => other.date.localeCompare(one.date))
  const own = linksFor(pages, language)
  const full = (href: string) => (href.startsWith('/') ? linkTo(config, own(href)) : href)
  const shown = entries.map(
    ({ title, date, blocks, address, summary }) => html`<entry>
<title>${title}</title>
<id>${address}</id>
<link href="${address}"/>
<published>${date}T00:00:00Z</published>
<updated>${date}T00:00:00Z</updated>
${summary === null ? null : html`<summary>${summary}</summary>`}
<content type="html">${renderBlocks(blocks, full).toString()}</content>
</entry>
`,
  )
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${languageTags[language]}">
<title>${words.feedTitle}</title>
<id>${link(FEED)}</id>
<link rel="self" href="${link(FEED)}"/>
<link href="${link('/updates')}"/>
<updated>${entries[0]?.date ?? '2026-11-20'}T00:00:00Z</updated>
<author><name>Waybill</name></author>
${shown}</feed>
`.toString()
}
