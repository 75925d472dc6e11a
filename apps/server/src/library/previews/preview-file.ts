import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import { PREVIEW_DRAWN_BYTES, PREVIEW_PAGES, type PreviewRefusal } from '@waybill/contract/downloads/previews'
import type { previewFile as endpoint } from '@waybill/contract/library/endpoints'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { askPreview, findGrantedFile, findPreviewGrant, grantPreview, judgeStored } from '../../downloads/index.ts'
import { isArriving } from '../../transfers/index.ts'
import { loadReadable, type StoredFile } from '../../uploads/index.ts'
import { sendDrawn } from '../get-thumbnail.ts'
import type { DrawPages } from './draw-pages.ts'
import type { DrawnPage } from './preview-store.ts'

type Preview = ReplyOf<typeof endpoint>

const nothing = (because: PreviewRefusal): Preview => ({ kind: 'none', because, url: null, pages: 1 })

/**
 * What somebody who presses on a file of the page gets to see of it. The first page is drawn before the answer, so that
 * the answer tells whether there is one; the record gets its entry only where there is something to see.
 *
 * @throws Problem as the contract's `previewFile` names them
 */
export async function previewFile(
  ctx: Context,
  pages: DrawPages,
  body: { slug: string; user?: string | undefined; file: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Preview> {
  const asked = await askPreview(ctx, body, request)
  if (asked.opened.transfer.download_limit !== null) return nothing('limited')
  if (asked.visit.judged.actorKind === 'bot') return nothing('machine')
  const [stored] = await loadReadable(ctx.db, [asked.file.id])
  // One that can be downloaded as it comes cannot be looked at before all of it is there.
  if (stored === undefined)
    throw new Problem(isArriving(asked.opened.transfer) ? 'file-still-arriving' : 'file-not-found')
  if (stored.bytes === 0) return nothing('empty')
  const judged = await judgeStored(ctx, asked.file.path, stored)
  if (judged === null) return nothing('not-as-named')
  if (judged.type !== null) {
    const grant = await grantPreview(ctx, asked, request, reply)
    return { kind: judged.kind, because: null, url: `/get/${grant}/preview/${stored.id}`, pages: 1 }
  }
  if (stored.bytes > PREVIEW_DRAWN_BYTES) return nothing('too-large')
  try {
    const first = await waitFor(pages, stored, 1, request)
    if (first.is_refused) return nothing('unreadable')
    const grant = await grantPreview(ctx, await askPreview(ctx, body, request), request, reply)
    return { kind: judged.kind, because: null, url: `/previews/${grant}/${stored.id}`, pages: first.pages }
  } catch (error) {
    if (error instanceof Problem && error.code === 'preview-used-up') return nothing('used-up')
    if (error instanceof Problem && error.code === 'pictures-refused') return nothing('switched-off')
    throw error
  }
}

/**
 * The page. Drawing may take long: the call keeps no others of its network waiting then, and must ask again whether the
 * sender has locked the link since.
 */
async function waitFor(pages: DrawPages, file: StoredFile, page: number, { stay }: FastifyRequest): Promise<DrawnPage> {
  const drawn = await pages.page(file, page, () => stay?.pause())
  await stay?.resume()
  return drawn
}

/** A page that the grant of a preview shows. @throws Problem as the contract's `getPreviewPage` names them */
export async function getPreviewPage(
  ctx: Pick<Context, 'db'>,
  pages: DrawPages,
  params: { grant: string; file: string; page: string },
  reply: FastifyReply,
): Promise<undefined> {
  const grant = await findPreviewGrant(ctx, params.grant)
  const granted = await findGrantedFile(ctx.db, grant, params.file)
  const [stored] = granted === null ? [] : await loadReadable(ctx.db, [params.file])
  const page = /^[1-9]\d?$/.test(params.page) ? Number(params.page) : 0
  const isDrawn = page >= 1 && page <= PREVIEW_PAGES && (stored?.bytes ?? 0) <= PREVIEW_DRAWN_BYTES
  if (stored === undefined || stored.bytes === 0 || !isDrawn) throw new Problem('file-not-found')
  if (stored.isWithdrawn) throw new Problem('file-withdrawn')
  const { webp } = await waitFor(pages, stored, page, reply.request)
  await findPreviewGrant(ctx, params.grant)
  if (webp === null) throw new Problem('picture-unreadable')
  return sendDrawn(reply, webp)
}
