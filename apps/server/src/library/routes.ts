import * as endpoints from '@waybill/contract/library/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { GrantWatch, listEndedLibraryGrants } from '../downloads/index.ts'
import { accountOf } from '../platform/http/actor.ts'
import { bind } from '../platform/http/bind.ts'
import { deleteFiles } from '../transfers/index.ts'
import { asOwners } from './as-owners.ts'
import { downloadOwnFiles } from './download-own-files.ts'
import { fetchLibraryFiles } from './fetch-library-files.ts'
import { fetchTransferFiles } from './fetch-transfer-files.ts'
import { getReceivedThumbnail, getThumbnail } from './get-thumbnail.ts'
import { listFileUses } from './list-file-uses.ts'
import { listLibrary } from './list-library.ts'
import { DrawPages } from './previews/draw-pages.ts'
import { getPreviewPage, previewFile } from './previews/preview-file.ts'

export function libraryRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, endpoints.listLibrary, ({ actor, query }) => listLibrary(ctx, accountOf(actor), query))
  bind(app, endpoints.getThumbnail, ({ params, query, reply }) => getThumbnail(ctx, { ...params, ...query }, reply))
  bind(app, endpoints.getReceivedThumbnail, ({ params, request, reply }) =>
    getReceivedThumbnail(ctx, params, request, reply),
  )
  const pages = new DrawPages(ctx)
  bind(app, endpoints.previewFile, ({ body, request, reply }) => previewFile(ctx, pages, body, request, reply))
  bind(app, endpoints.getPreviewPage, ({ params, reply }) => getPreviewPage(ctx, pages, params, reply))
  bind(app, endpoints.fetchLibraryFiles, async ({ actor, body, request }) => ({
    links: await fetchLibraryFiles(ctx, accountOf(actor).id, body.ids, request),
  }))
  bind(app, endpoints.fetchTransferFiles, ({ actor, body, request }) =>
    fetchTransferFiles(ctx, accountOf(actor), body.transfers, request),
  )
  const running = new GrantWatch(ctx, listEndedLibraryGrants)
  app.addHook('onClose', () => running.close())
  bind(app, endpoints.downloadOwnFiles, ({ params, ...call }) => downloadOwnFiles(ctx, params, running, call))
  bind(app, endpoints.listFileUses, async ({ actor, body }) => ({
    uses: (await asOwners(ctx, accountOf(actor), body.ids, ({ id }, ids) => listFileUses(ctx, id, ids))).flat(),
  }))
  bind(app, endpoints.deleteFiles, async ({ actor, body }) => ({
    deleted: (
      await asOwners(ctx, accountOf(actor), body.ids, ({ id, adminId }, ids) => deleteFiles(ctx, id, ids, adminId))
    ).reduce((sum, count) => sum + count, 0),
  }))
}
