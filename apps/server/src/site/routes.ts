import type { Language } from '@waybill/contract/core/fields'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { packPage } from '../platform/http/pages/pages.ts'
import { appDocumentRoutes } from './app-documents.ts'
import { fileRoutes } from './file-routes.ts'
import { aboutPage } from './pages/about-page.ts'
import { chineseHome } from './pages/home-page.ts'
import { outlineAround } from './pages/place-map.ts'
import { productPage } from './pages/product-page.ts'
import { pricingRoutes } from './pricing-routes.ts'
import { addPublicPages, sendPublicPage } from './send-public-page.ts'
import type { PublicPage } from './shell/public-page.ts'
import { productPages, productPath } from './shell/site-frame.ts'
import { productWords } from './words/product-words.ts'

/** The pages that present the product. */
export function siteRoutes(app: FastifyInstance, ctx: Context): void {
  fileRoutes(app, ctx)
  appDocumentRoutes(app, ctx)
  app.get('/zh/', { onSend: packPage }, (request, reply) =>
    sendPublicPage(app, ctx, { page: chineseHome(ctx), language: 'zh', request, reply }),
  )
  pricingRoutes(app, ctx)
  app.get('/zh', (_request, reply) => reply.redirect('/zh/', 301))
  const { companyPlace } = ctx.config
  const outline = companyPlace && outlineAround(companyPlace)
  add(app, ctx, '/about', (language) => aboutPage(ctx, language, outline))
  for (const name of productPages) {
    const page = (language: Language) => productPage(ctx, name, language)
    add(app, ctx, productPath(name), page, (language) => productWords[language].pages[name].headline)
  }
}

/** A page in both languages, whose titles its picture shows. */
function add(
  app: FastifyInstance,
  ctx: Context,
  path: string,
  render: (language: Language) => PublicPage,
  titleIn = (language: Language) => render(language).title,
): void {
  const titles = { en: titleIn('en'), zh: titleIn('zh') }
  addPublicPages(app, ctx, {
    pattern: path,
    listed: [{ path, languages: ['en', 'zh'], changedOn: null, titles }],
    render: ({ language }) => render(language),
  })
}
