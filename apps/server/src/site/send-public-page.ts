import type { Language } from '@waybill/contract/core/fields'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { builtFaces } from '../platform/http/pages/built-page.ts'
import { packPage, sendPage } from '../platform/http/pages/pages.ts'
import { type ListedPage, type PublicPages, pathIn, previewPath } from './public-pages.ts'
import type { PublicPage } from './shell/public-page.ts'
import { renderDocument } from './shell/render-document.ts'

declare module 'fastify' {
  interface FastifyInstance {
    publicPages: PublicPages
  }
}

/** What a page is made for. */
export interface AskedPage {
  language: Language
  request: FastifyRequest
}

interface PublicRoute {
  /** The pattern of the English address, such as '/blog/:article'; the Chinese one is `/zh` before it. */
  pattern: string
  /** The pages that the pattern leads to; the pattern itself, in both languages, where they are missing. */
  listed?: readonly ListedPage[]
  /** Null: there is no such page, and the answer is the 404 page. */
  render: (asked: AskedPage) => PublicPage | null | Promise<PublicPage | null>
}

/** Adds a public page, or a family of them, in both languages. */
export function addPublicPages(app: FastifyInstance, ctx: Context, { pattern, listed, render }: PublicRoute): void {
  const pages = listed ?? [{ path: pattern, languages: ['en', 'zh'], changedOn: null }]
  for (const page of pages) app.publicPages.add(page)
  for (const language of ['en', 'zh'] as const) {
    app.get(pathIn(language, pattern), { onSend: packPage }, async (request, reply) => {
      const page = await render({ language, request })
      if (page === null) return reply.callNotFound()
      return sendPublicPage(app, ctx, { page, language, request, reply })
    })
  }
}

interface Sending {
  page: PublicPage
  language: Language
  request: FastifyRequest
  reply: FastifyReply
  status?: number
}

/** Answers with the page in the shell of the public pages. A page that is not listed asks not to be indexed. */
export function sendPublicPage(
  { publicPages }: Pick<FastifyInstance, 'publicPages'>,
  ctx: Context,
  { page, language, request, reply, status = 200 }: Sending,
): FastifyReply {
  request.actor = { ...request.actor, language }
  const { languages = [], titles } = publicPages.find(page.path) ?? {}
  const preview = titles?.[language] === undefined ? null : previewPath(language, page.path)
  const faces = builtFaces()
  return sendPage(
    ctx,
    request,
    reply,
    (nonce) => renderDocument(ctx, { ...page, language, languages, preview }, { pages: publicPages, faces, nonce }),
    { status },
  )
}
