import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { aboutPage } from './pages/about-page.ts'
import { addPublicPages } from './send-public-page.ts'

/** The pages that present the product. */
export function siteRoutes(app: FastifyInstance, ctx: Context): void {
  addPublicPages(app, ctx, { pattern: '/about', render: ({ language }) => aboutPage(ctx, language) })
}
