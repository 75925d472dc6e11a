import type { Language } from '@waybill/contract/core/fields'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { packPage, sendApp, speakAsAsked } from '../platform/http/pages/pages.ts'
import { constant, type Html, html } from '../platform/mail-transport/html.ts'
import { homeStyles, questionsOf, renderHomeSections } from './pages/home-sections.ts'
import { questionData } from './pages/questions.ts'
import { pathIn, previewPath } from './public-pages.ts'
import type { PublicPage } from './shell/public-page.ts'
import { scopeStyles } from './shell/scope-styles.ts'
import { renderFeaturesMenu, renderFooter, renderUnscriptedBar } from './shell/site-frame.ts'
import { renderFacts } from './shell/site-head.ts'
import { siteStyles } from './shell/site-styles.ts'
import { homeWords } from './words/home-words.ts'
import { pricingWords } from './words/pricing-words.ts'

/**
 * The server's parts of a page are there from the start, and show once the app has drawn its own part above them: so
 * nothing moves. The app's footer gives way to theirs. They take the colours that the reader has chosen in the app, and
 * without scripts those of the system.
 */
const styles = `.site { display: none; --soft: var(--ink-soft); --sunk: var(--sheet-sunk); --on: var(--on-stamp); --shade: 0 12px 28px rgb(var(--shadow) / .08); line-height: 1.6 }
body:has(main .home) .site, body:has(main .pricing) .site:not(.site-home) { display: block }
body:has(.site):has(main :is(.home, .pricing)) #root .footer { display: none }
@media (scripting: none) { .site { display: block } .site .unscripted > * + * { margin-top: 12px } #root .page { min-height: 0 } }
.site-home { max-width: 1184px; margin: 0 auto; padding: 0 24px 56px }
.site-menu { position: absolute; inset: 0 0 auto; z-index: 1; max-width: 1184px; margin: 0 auto; padding: 12px 24px 0 148px; pointer-events: none } .site-menu > * { pointer-events: auto }
@media (max-width: 720px) { .site-home { padding: 0 16px 40px } body:has(#root) .site-menu { display: none } }
`

/** The pages of the app that everybody may find: the form on the home page and the sign-up are the app's own. */
export function appDocumentRoutes(app: FastifyInstance, ctx: Context): void {
  const send = (make: (language: Language) => AppDocument) => (request: FastifyRequest, reply: FastifyReply) =>
    sendDocument(app, ctx, { request, reply, document: make(request.actor.language) })
  const titles = { en: homeWords.en.title, zh: homeWords.zh.title }
  app.publicPages.add({ path: '/', languages: ['en', 'zh'], changedOn: null, titles })
  for (const url of ['/', '/index.html', '/register']) {
    app.get(
      url,
      { onSend: packPage },
      send((language) => homeDocument(ctx, language)),
    )
  }
  app.get('/signup', { onSend: packPage }, sendPlans(app, ctx))
}

/** The plans as the app shows them: with the sign-up for a visitor, with what is owned for an account. */
export const sendPlans =
  (app: FastifyInstance, ctx: Context) =>
  (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    speakAsAsked(request)
    return sendDocument(app, ctx, { request, reply, document: plansDocument(request.actor.language) })
  }

interface AppDocument {
  facts: Pick<PublicPage, 'path' | 'title' | 'description' | 'data'>
  /** For browsers without scripts; null: the sentence of the built page. */
  unscripted: Html | null
  sections: Html | null
}

function homeDocument(ctx: Pick<Context, 'config' | 'content'>, language: Language): AppDocument {
  const words = homeWords[language]
  const { title, description } = words
  return {
    facts: { path: '/', title, description, data: [questionData(questionsOf(ctx, language))] },
    unscripted: html`<h1>${words.headline}</h1><p>${words.lead}</p><p>${words.needsScript}</p>${waysWithoutScripts(ctx, language)}`,
    sections: renderHomeSections(ctx, language),
  }
}

function waysWithoutScripts({ config: { supportEmail } }: Pick<Context, 'config'>, language: Language): Html {
  const { product, help, mail } = homeWords[language].unscripted
  const link = (path: string, text: string) => html`<p><a href="${pathIn(language, path)}">${text}</a></p>`
  return html`${link('/product/works-everywhere', product)}${link('/support', help)}<p>${mail} <a href="mailto:${supportEmail}">${supportEmail}</a></p>`
}

function plansDocument(language: Language): AppDocument {
  const { title, description, signUpNeedsScript, seePlans } = pricingWords[language]
  return {
    facts: { path: '/pricing', title, description },
    unscripted: html`<h1>${title}</h1><p>${signUpNeedsScript}</p><p><a href="${pathIn(language, '/pricing')}">${seePlans}</a></p>`,
    sections: null,
  }
}

interface Sending {
  document: AppDocument
  request: FastifyRequest
  reply: FastifyReply
}

const sheet = styles + scopeStyles(siteStyles + homeStyles, '.site')

function sendDocument(
  { publicPages }: FastifyInstance,
  ctx: Context,
  { document: { facts, unscripted, sections }, request, reply }: Sending,
): FastifyReply {
  const { language } = request.actor
  const { languages = [] } = publicPages.find(facts.path) ?? {}
  const preview = previewPath(languages.includes(language) ? language : 'en', facts.path)
  const frame = { pages: publicPages, language }
  return sendApp(ctx, request, reply, {
    facts: renderFacts(ctx, { ...facts, body: html``, language, languages, preview }).toString(),
    mark: html`<style nonce="__CSP_NONCE__">${constant(sheet)}</style>`.toString(),
    before: html`<nav class="site site-menu">${renderFeaturesMenu(frame)}</nav>`.toString(),
    after:
      html`${sections && html`<div class="site site-home">${sections}</div>`}<div class="site">${renderFooter(ctx, frame)}</div>`.toString(),
    ...(unscripted && {
      unscripted: html`<div class="site">${renderUnscriptedBar(frame)}
<main class="unscripted">${unscripted}</main></div>`.toString(),
    }),
  })
}
