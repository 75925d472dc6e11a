import {
  describeDownload as describeDownloadEndpoint,
  downloadFile as downloadFileEndpoint,
  downloadZip as downloadZipEndpoint,
  grantDownload as grantDownloadEndpoint,
  planZip as planZipEndpoint,
  reportOpened as reportOpenedEndpoint,
} from '@waybill/contract/downloads'
import type { AnyEndpoint } from '@waybill/contract/endpoint'
import { Problem } from '@waybill/contract/problems'
import { isRecipientToken, isSlug } from '@waybill/contract/slugs'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { bind, type Handler } from '../http/bind.ts'
import { DeliveryMeters } from './delivery-meter.ts'
import { describeDownload } from './describe-download.ts'
import { downloadFile } from './download-file.ts'
import { downloadPageRoutes } from './download-page.ts'
import { downloadZip } from './download-zip.ts'
import { grantDownload } from './grant-download.ts'
import { planZip } from './plan-zip.ts'
import { PlannedZips } from './planned-zips.ts'
import { reportOpened } from './report-opened.ts'

export function downloadRoutes(app: FastifyInstance, ctx: Context): void {
  const meters = new DeliveryMeters(ctx)
  const zips = new PlannedZips(ctx)
  app.addHook('onRequest', async ({ raw }) => meters.arrivals.noteNextRequest(raw.socket))
  app.addHook('preClose', async () => meters.arrivals.conclude())
  app.addHook('onClose', () => meters.settle())
  downloadPageRoutes(app, ctx)

  bind(app, reportOpenedEndpoint, ({ body, request }) => reportOpened(ctx, body, request))
  bind(app, grantDownloadEndpoint, async ({ body, request, reply }) => {
    const isForm = /^application\/x-www-form-urlencoded/i.test(request.headers['content-type'] ?? '')
    if (!isForm) {
      const { link: _link, ...granted } = await grantDownload(ctx, body, request)
      return granted
    }
    const location = await grantDownload(ctx, body, request).then(({ link }) => link, backToPage(body))
    await reply.code(303).header('cache-control', 'no-store').header('location', location).send()
    return undefined
  })
  bind(app, describeDownloadEndpoint, ({ body }) => describeDownload(ctx, body.grant))
  bind(app, planZipEndpoint, ({ body }) => planZip(ctx, zips, body.grant, body.files))
  bindWithHead(app, downloadFileEndpoint, ({ params, request, reply }) =>
    downloadFile(ctx, meters, { grant: params.grant, file: params.file, request, reply }),
  )
  bindWithHead(app, downloadZipEndpoint, ({ params, request, reply }) =>
    downloadZip(ctx, meters, zips, { grant: params.grant, selection: params.selection, request, reply }),
  )
}

/** HEAD is answered by the same use case, which knows what it may not count. */
function bindWithHead<E extends AnyEndpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void {
  bind(app, endpoint, handler)
  bind(app, { ...endpoint, method: 'HEAD' } as unknown as E, handler)
}

/** A form that was refused leads back to the page it stands on, which says what became of the transfer. */
const backToPage =
  ({ slug, user = '' }: { slug: string; user?: string | undefined }) =>
  (error: unknown): string => {
    if (!(error instanceof Problem) || !isSlug(slug)) throw error
    if (isRecipientToken(user)) return `/d/${slug}/${user}`
    if (user !== '') throw error
    return `/w/${slug}`
  }
