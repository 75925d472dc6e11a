import * as endpoints from '@waybill/contract/content/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { Actor } from '../platform/http/actor.ts'
import { bind } from '../platform/http/bind.ts'
import { addPublicPages, type ListedPage, pathIn, sendPublicPage } from '../site/index.ts'
import { listChanges, tellStory } from './changelog.ts'
import { lastRead, markNewsRead } from './news-read.ts'
import type { Content } from './open-content.ts'
import { type ContentParts, linksFor } from './pages/article-parts.ts'
import { blogArticlePage, blogPage } from './pages/blog-pages.ts'
import { feedPathIn, renderFeed } from './pages/feed.ts'
import { helpArticlePage, helpPage } from './pages/help-pages.ts'
import { roadmapPage, updatesPage } from './pages/update-pages.ts'
import { languages } from './reading/load-content.ts'
import type { Folder } from './reading/read-front-matter.ts'

/** Addresses that people know, and where their pages are. */
const moved: ReadonlyArray<readonly [from: string, to: string]> = [
  ['/changelog', '/updates'],
  ['/compare', '/blog/waybill-compared'],
  ['/how-to-send-big-files-to-china', '/blog/how-to-send-big-files-to-china'],
  ['/roadmap', '/roadmap/next'],
]

/** The pages of what we publish, and what the dashboard shows of it. */
export function contentRoutes(app: FastifyInstance, ctx: Context): void {
  const readerOf = ({ account, language }: Actor) => ({ account, language, link: linksFor(app.publicPages, language) })
  bind(app, endpoints.readChangelog, async ({ actor }) => ({
    entries: listChanges(ctx, readerOf(actor)),
    lastRead: await lastRead(ctx, actor),
  }))
  bind(app, endpoints.markNewsRead, ({ actor, body }) => markNewsRead(ctx, actor, body.entry))
  bind(app, endpoints.readStory, async ({ actor, params }) => tellStory(ctx, readerOf(actor), params.name))
  addArticles(app, ctx)
  for (const language of languages) {
    app.get(feedPathIn(language), (_request, reply) =>
      reply
        .type('application/atom+xml; charset=utf-8')
        .header('cache-control', 'public, max-age=3600')
        .send(renderFeed({ ...ctx, pages: app.publicPages }, language)),
    )
    for (const [from, to] of moved)
      app.get(pathIn(language, from), (_request, reply) => reply.redirect(pathIn(language, to), 301))
  }
}

function addArticles(app: FastifyInstance, ctx: Context): void {
  const { config, content, clock } = ctx
  const parts: ContentParts = { config, content, clock, pages: app.publicPages }
  const list = (prefix: string, ...folders: Folder[]) =>
    folders.flatMap((folder) => content.slugs(folder).map((slug) => listed(content, { prefix, folder, slug })))
  addPublicPages(app, ctx, { pattern: '/blog', render: ({ language }) => blogPage(parts, language) })
  addPublicPages(app, ctx, {
    pattern: '/blog/:article',
    listed: list('/blog', 'blog'),
    render: ({ language, request }) => blogArticlePage(parts, language, slugOf(request.params)),
  })
  addPublicPages(app, ctx, {
    pattern: '/support',
    render: ({ language, request }) => {
      const { article, q } = request.query as { article?: unknown; q?: unknown }
      if (typeof article === 'string') return helpArticlePage(parts, language, article)
      return helpPage(parts, language, typeof q === 'string' ? q : '')
    },
  })
  addPublicPages(app, ctx, {
    pattern: '/support/:article',
    listed: list('/support', 'help', 'legal'),
    render: ({ language, request }) => helpArticlePage(parts, language, slugOf(request.params)),
  })
  addPublicPages(app, ctx, { pattern: '/updates', render: ({ language }) => updatesPage(parts, language) })
  addPublicPages(app, ctx, {
    pattern: '/roadmap/:article',
    listed: list('/roadmap', 'roadmap'),
    render: ({ language, request }) => roadmapPage(parts, language, slugOf(request.params)),
  })
  // The same article for a link inside the dashboard, in the reader's own language.
  app.get('/dash/roadmap/:article', (request, reply) => {
    const { language } = request.actor
    const page = roadmapPage(parts, language, slugOf(request.params))
    if (page === null) return reply.callNotFound()
    return sendPublicPage(app, ctx, { page, language, request, reply })
  })
}

const slugOf = (params: unknown): string => (params as { article: string }).article

interface Listing {
  prefix: string
  folder: Folder
  slug: string
}

/** An article's page; its day and its titles are read when the sitemap or a link preview asks for them. */
function listed(content: Content, { prefix, folder, slug }: Listing): ListedPage {
  return {
    path: `${prefix}/${slug}`,
    languages,
    get changedOn() {
      const front = content.find(folder, 'en', slug)?.front
      return front !== undefined && 'date' in front ? front.date : null
    },
    get titles() {
      const titled = languages.map((language) => [language, content.find(folder, language, slug)?.front.title] as const)
      return Object.fromEntries(titled.filter(([, title]) => title !== undefined))
    },
  }
}
