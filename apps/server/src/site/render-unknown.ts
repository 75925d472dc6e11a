import type { Language } from '@waybill/contract/core/fields'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { sendApp } from '../platform/http/pages/pages.ts'
import { constant, html } from '../platform/mail-transport/html.ts'
import type { PublicPages } from './public-pages.ts'
import { renderFooter, renderHeader } from './shell/site-frame.ts'
import { proseStyles, siteStyles } from './shell/site-styles.ts'
import { siteShellWords } from './words/site-shell-words.ts'

interface UnknownWords {
  title: string
  text: string
  home: string
  search: string
  find: string
  common: string
}

const words: Record<Language, UnknownWords> = {
  en: {
    title: 'This page isn’t here',
    text: 'The address may be mistyped, or the page may have moved.',
    home: 'Go to the home page',
    search: 'Search the help',
    find: 'Search',
    common: 'Looking for one of these?',
  },
  zh: {
    title: '页面不存在',
    text: '网址可能有误，或者页面已移走。',
    home: '返回首页',
    search: '搜索帮助',
    find: '搜索',
    common: '您可能在找：',
  },
}

const unknownStyles = `
noscript { display: contents } #root { display: none } html:root { background: var(--paper) }
.find { display: flex; gap: 8px } .find input { flex: 1; min-width: 0; min-height: 44px; padding: 8px 12px; border: 1px solid var(--rule-strong); border-radius: 6px; background: var(--sheet); color: inherit; font: inherit }
`

/** The app's sheet comes later and has other colours under the same names, light ones as long as no script chose. */
const styles = `${siteStyles.replaceAll(':root {', 'html:root {')}${proseStyles}${unknownStyles}`

/** Articles about addresses that no longer work, and about the first steps. */
const articles = ['expired-link', 'download-files', 'send-files'] as const

/**
 * The 404 page. With scripts the app shows its own, which keeps a running upload; without them this has the whole frame
 * of the public pages. What needs no script is inside `noscript`, its styles too, so the app's page gets none of it.
 *
 * @param status 404, or 405 where only the method is wrong
 */
export function sendUnknown(
  { publicPages }: Pick<FastifyInstance, 'publicPages'>,
  ctx: Context,
  { request, reply, status }: { request: FastifyRequest; reply: FastifyReply; status: number },
): FastifyReply {
  const language = request.actor?.language ?? 'en'
  return sendApp(ctx, request, reply, {
    status,
    mark: `<meta name="robots" content="noindex">${html`<noscript><style nonce="__CSP_NONCE__">${constant(styles)}</style></noscript>`}`,
    unscripted: renderUnknown(ctx, publicPages, language),
    facts: unknownFacts(language),
  })
}

/** What the 404 page says of itself. */
function unknownFacts(language: Language): string {
  const { title, text } = words[language]
  return html`<meta name="description" content="${text}"><title>${title} · Waybill</title>`.toString()
}

function renderUnknown(ctx: Pick<Context, 'config' | 'content'>, pages: PublicPages, language: Language): string {
  const { title, text, home, search, find, common } = words[language]
  const help = articles.flatMap((slug) => {
    const href = pages.linkIn(language, `/support/${slug}`)
    const name = ctx.content.find('help', language, slug)?.front.title
    return href === null || name === undefined ? [] : [html`<li><a href="${href}">${name}</a></li>`]
  })
  return html`<a class="skip" href="#content">${siteShellWords[language].skip}</a>
${renderHeader({ pages, language, other: null })}
<main id="content" tabindex="-1"><div class="prose">
<h1>${title}</h1>
<p>${text}</p>
<p><a href="${pages.linkIn(language, '/') ?? '/'}">${home}</a></p>
<form class="find" action="${pages.linkIn(language, '/support') ?? '/support'}" role="search"><input type="search" name="q" aria-label="${search}" placeholder="${search}" maxlength="100"> <button class="button quiet">${find}</button></form>
${help.length === 0 ? null : html`<h2>${common}</h2><ul>${help}</ul>`}
</div></main>
${renderFooter(ctx, { pages, language })}`.toString()
}
