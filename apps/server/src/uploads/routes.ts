import {
  readFolderSize as readFolderSizeEndpoint,
  releaseLinkUploads as releaseLinkUploadsEndpoint,
} from '@waybill/contract/billing/endpoints'
import {
  abandonUpload as abandonUploadEndpoint,
  issueStorageCredentials as issueStorageCredentialsEndpoint,
  probeOrigin as probeOriginEndpoint,
  readUpload as readUploadEndpoint,
  receivePart as receivePartEndpoint,
  signParts as signPartsEndpoint,
} from '@waybill/contract/uploads/endpoints'
import {
  chooseRegion as chooseRegionEndpoint,
  listRoutes as listRoutesEndpoint,
  readRegion as readRegionEndpoint,
} from '@waybill/contract/uploads/region-endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { accountOf } from '../platform/http/actor.ts'
import { bind } from '../platform/http/bind.ts'
import { issueStorageCredentials } from './credentials/issue-storage-credentials.ts'
import { doorRoutes } from './door/door-routes.ts'
import { abandonUpload } from './finish/abandon-upload.ts'
import { arrivalsOf } from './finish/await-parts.ts'
import { endLinkUploads } from './finish/end-link-uploads.ts'
import { countOpenUploads } from './in-flight-store.ts'
import { partLeasesOf } from './parts/part-leases.ts'
import { bearerHash, bearerOf, readPartHeaders } from './parts/part-request.ts'
import { receivePart } from './parts/receive-part.ts'
import { settleBody } from './parts/settle-body.ts'
import { signParts } from './parts/sign-parts.ts'
import { readUpload } from './plan/read-upload.ts'
import { readFolderSize } from './read-folder-size.ts'
import { chooseRegion } from './region/choose-region.ts'
import { listRoutes } from './region/list-routes.ts'
import { readRegion } from './region/read-region.ts'

/** The calls of an upload. This process listens for part leases as long as the app runs. */
export function uploadRoutes(app: FastifyInstance, ctx: Context): void {
  const leases = partLeasesOf(ctx)
  ctx.metrics.watch(
    { name: 'waybill_uploads_open', help: 'Uploads of all processes that are not finished' },
    async () => [{ value: await countOpenUploads(ctx.db) }],
  )
  app.addHook('onReady', () => leases.start())
  app.addHook('preClose', async () => arrivalsOf(ctx).stop())
  app.addHook('onClose', () => leases.stop())

  bind(app, receivePartEndpoint, ({ params, request, reply }) =>
    settleBody(request, reply, async () => {
      const { raw } = request
      const tokenHash = bearerHash(request)
      const place = { uploadId: params.upload, blobId: params.blob, tokenHash, ...readPartHeaders(request) }
      const bytesSoFar = () => raw.socket.bytesRead
      const onAuthorised = () => request.stay?.leave()
      return receivePart(ctx, { ...place, body: raw, ownsChunks: true, bytesSoFar, onAuthorised })
    }),
  )
  bind(app, signPartsEndpoint, ({ params, body, request }) =>
    signParts(ctx, params.upload, bearerHash(request), body.parts),
  )
  bind(app, issueStorageCredentialsEndpoint, ({ actor, body, request }) => {
    const [origin = ctx.origins.publicOrigin] = ctx.origins.uploadOrigins(request)
    return issueStorageCredentials(ctx, actor, body, { authorization: request.headers.authorization, origin })
  })
  doorRoutes(app, ctx)
  bind(app, readUploadEndpoint, ({ params, request }) =>
    readUpload(ctx, params.upload, bearerOf(request), ctx.origins.uploadOrigins(request)),
  )
  bind(app, abandonUploadEndpoint, async ({ params, request }) => {
    await abandonUpload(ctx, params.upload, bearerHash(request))
    return undefined
  })
  bind(app, readFolderSizeEndpoint, ({ actor, body }) => readFolderSize(ctx, actor, body.userid))
  bind(app, releaseLinkUploadsEndpoint, ({ actor }) =>
    ctx.db.transaction().execute((tx) => endLinkUploads(tx, accountOf(actor).id)),
  )
  bind(app, readRegionEndpoint, ({ actor }) => readRegion(ctx, accountOf(actor)))
  bind(app, chooseRegionEndpoint, ({ actor, body }) => chooseRegion(ctx, actor, body))
  bind(app, listRoutesEndpoint, async () => ({ routes: listRoutes(ctx) }))
  bind(app, probeOriginEndpoint, async () => undefined)
}
