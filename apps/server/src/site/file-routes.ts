import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { linkTo } from '../platform/links.ts'
import { pathIn } from './public-pages.ts'
import { renderRobots, renderSitemap } from './sitemap.ts'

const PREVIEW = /^\/og(\/zh)?(\/.*)\.png$/

/** What search engines and link previews read: the sitemap, the rules for robots, and a picture of each page. */
export function fileRoutes(app: FastifyInstance, ctx: Pick<Context, 'config'>): void {
  const link = (path: string) => linkTo(ctx.config, path)
  app.get('/sitemap.xml', (_request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(renderSitemap(app.publicPages.list(), link)),
  )
  app.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(renderRobots(link('/sitemap.xml'))),
  )
  // One for each page and language, so that few are kept.
  const drawn = new Map<string, Promise<Buffer>>()
  app.get('/og/*', async (request, reply) => {
    const [, zh, path = ''] = PREVIEW.exec(request.url.split('?')[0] ?? '') ?? []
    const title = app.publicPages.find(path === '/home' ? '/' : path)?.titles?.[zh ? 'zh' : 'en']
    if (title === undefined) return reply.callNotFound()
    const key = pathIn(zh ? 'zh' : 'en', path)
    const picture = drawn.get(key) ?? drawAtFirst(title, ctx.config.publicUrl.host)
    drawn.set(key, picture)
    picture.catch(() => drawn.delete(key))
    // Programs show it inside their own pages.
    return reply
      .type('image/png')
      .header('cache-control', 'public, max-age=86400')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(await picture)
  })
}

/** The library that draws loads with the first picture: most servers are never asked for one. */
const drawAtFirst = async (title: string, host: string): Promise<Buffer> =>
  (await import('./preview-picture.ts')).drawPreview(title, host)
