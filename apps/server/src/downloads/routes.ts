import type { AnyEndpoint } from '@waybill/contract/core/endpoint'
import {
  describeDownload as describeDownloadEndpoint,
  downloadFile as downloadFileEndpoint,
  downloadZip as downloadZipEndpoint,
  grantDownload as grantDownloadEndpoint,
  listReceivedFiles as listReceivedFilesEndpoint,
  planFastDownload as planFastDownloadEndpoint,
  planZip as planZipEndpoint,
  proveWork as proveWorkEndpoint,
  readPreview as readPreviewEndpoint,
  reportOpened as reportOpenedEndpoint,
  unlockTransfer as unlockTransferEndpoint,
} from '@waybill/contract/downloads/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { bind, type Handler } from '../platform/http/bind.ts'
import { proveWork } from '../platform/http/limits/prove-work.ts'
import { ArrivalFeed } from '../uploads/index.ts'
import { arrivalRoutes } from './arrival/arrival-routes.ts'
import { AnswersAtOnce } from './delivery/answers-at-once.ts'
import { DeliveryMeters } from './delivery/delivery-meter.ts'
import { downloadFile } from './delivery/download-file.ts'
import { readPreview } from './delivery/read-preview.ts'
import { countInDoubt } from './delivery/sending-store.ts'
import { planFastDownload, ZipBlocks } from './fast/plan-fast-download.ts'
import { type Granted, grantDownload } from './grant/grant-download.ts'
import { GrantWatch } from './grant/grant-watch.ts'
import { listReceivedFiles } from './list-received-files.ts'
import { reportOpened } from './open/report-opened.ts'
import { unlockTransfer } from './open/unlock-transfer.ts'
import { describeDownload } from './pages/describe-download.ts'
import { downloadPageRoutes } from './pages/download-page.ts'
import { backToPage, isLinkForm, lead, pageOf } from './pages/form-answers.ts'
import { KeptContents } from './pages/kept-contents.ts'
import { downloadZip } from './zip/download-zip.ts'
import { planZip } from './zip/plan-zip.ts'
import { PlannedZips } from './zip/planned-zips.ts'

export function downloadRoutes(app: FastifyInstance, ctx: Context): void {
  const meters = new DeliveryMeters(ctx)
  const zips = new PlannedZips(ctx)
  const planning = { zips, zipBlocks: new ZipBlocks() }
  const watch = new GrantWatch(ctx)
  const atOnce = new AnswersAtOnce()
  const feed = new ArrivalFeed(ctx)
  ctx.metrics.watch({ name: 'waybill_deliveries_in_doubt', help: 'Cut downloads with bytes in doubt' }, async () => [
    { value: await countInDoubt(ctx.db) },
  ])
  app.addHook('preClose', () => meters.conclude())
  app.addHook('onClose', async () => {
    watch.close()
    await feed.close()
    await meters.settle()
  })
  const kept = new KeptContents(ctx)
  downloadPageRoutes(app, ctx, kept)
  arrivalRoutes(app, ctx, feed)

  bind(app, proveWorkEndpoint, (call) => proveWork(ctx, call))
  bind(app, reportOpenedEndpoint, ({ body, request, reply }) => reportOpened(ctx, body, request, reply))
  bind(app, grantDownloadEndpoint, async ({ body: { play, ...body }, request, reply }) => {
    const granting = grantDownload(ctx, { ...body, files: play ?? body.files }, request, reply)
    if (!isLinkForm(request)) {
      const { link: _link, ...granted } = await granting
      return granted
    }
    const linkOf = ({ grant, link }: Granted) => (play === undefined ? link : pageOf(body, { play: grant }))
    return lead(reply, await granting.then(linkOf, backToPage(body)))
  })
  bind(app, unlockTransferEndpoint, async (call) => {
    if (!isLinkForm(call.request)) return unlockTransfer(ctx, call)
    const told = await unlockTransfer(ctx, call).then(
      () => null,
      (error) => error,
    )
    return lead(call.reply, told === null ? pageOf(call.body) : backToPage(call.body)(told))
  })
  bind(app, listReceivedFilesEndpoint, ({ body, request }) => listReceivedFiles(ctx, kept, body, request))
  bind(app, describeDownloadEndpoint, ({ body, request }) => describeDownload(ctx, kept, body.grant, request))
  bind(app, planZipEndpoint, ({ body, request }) => planZip(ctx, zips, body.grant, body.files, request))
  bind(app, planFastDownloadEndpoint, ({ body, request }) => planFastDownload(ctx, planning, body, request))
  bindWithHead(app, downloadFileEndpoint, ({ params, request, reply }) =>
    downloadFile(ctx, { atOnce, meters, watch, feed }, { grant: params.grant, file: params.file, request, reply }),
  )
  bind(app, readPreviewEndpoint, ({ params, request, reply }) => readPreview(ctx, watch, { ...params, request, reply }))
  bindWithHead(app, downloadZipEndpoint, ({ params, request, reply }) =>
    downloadZip(
      ctx,
      { atOnce, meters, watch, zips },
      { grant: params.grant, selection: params.selection, request, reply },
    ),
  )
}

/** The same use case answers HEAD, which it may not count. */
function bindWithHead<E extends AnyEndpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void {
  bind(app, endpoint, handler)
  bind(app, { ...endpoint, method: 'HEAD' } as unknown as E, handler)
}
