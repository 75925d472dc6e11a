import type { Context } from '../context.ts'
import { recordEvent } from '../events/index.ts'
import { type ReadableFile, readSource } from '../uploads/index.ts'
import type { Piece } from './chunks-of.ts'
import type { DeliveryMeters } from './delivery-meter.ts'
import { type DownloadCall, sceneOf } from './download-file.ts'
import { findGrant, requireTurns } from './find-grant.ts'
import type { GrantedZip } from './granted-zip.ts'
import type { PlannedZips } from './planned-zips.ts'
import type { ByteRange } from './save-delivery.ts'
import { serveContent } from './serve-content.ts'
import { streamZip } from './zip-stream.ts'

type Needs = Pick<Context, 'db' | 'stores' | 'geo'>
type Source = NonNullable<ReadableFile['source']>

/**
 * Granted files as one planned archive, whole or by Range.
 *
 * @throws Problem 'grant-not-found', 'grant-expired', 'file-not-found', 'file-withdrawn', 'range-unsatisfiable',
 * 'store-unavailable'
 */
export async function downloadZip(
  ctx: Needs,
  meters: DeliveryMeters,
  zips: PlannedZips,
  { request, reply, ...params }: DownloadCall & { grant: string; selection: string },
): Promise<undefined> {
  const grant = await findGrant(ctx, params.grant)
  const zip = await zips.get(grant, { selection: params.selection })
  const { files, layout } = zip
  await requireTurns(
    ctx,
    grant,
    files.map(({ id }) => id),
  )
  const scene = sceneOf(grant, request)
  return serveContent(request, reply, {
    content: {
      name: zip.name,
      type: 'application/zip',
      etag: layout.etag,
      lastModified: grant.sent_at,
      bytes: layout.bytes,
    },
    open: (range, signal) => openZip(ctx, zip, range, signal),
    tracked: {
      meters,
      delivery: {
        resource: `zip:${layout.etag}`,
        scene,
        grantId: grant.is_limited ? grant.id : null,
        fileId: null,
        resourceBytes: layout.bytes,
        *stretchesOf(of) {
          for (const { file, from, to } of layout.passages(of))
            yield { fileId: (files[file] as ReadableFile).id, from, to }
        },
      },
      noteLook: () => recordEvent(ctx.db, ctx, { ...scene, kind: 'looked' }),
    },
  })
}

/** Small files lie end to end in packs: neighbours are read in one go. */
export function openZip(
  ctx: Pick<Context, 'stores'>,
  { files, layout }: Pick<GrantedZip, 'files' | 'layout'>,
  range: ByteRange,
  signal: AbortSignal,
): AsyncIterable<Piece> {
  const sources = new Map<string, Source>()
  for (const { source } of files) if (source !== null) sources.set(source.blobId, source)
  return streamZip({
    layout,
    range,
    signal,
    placeOf(file) {
      const { blobId, offset } = (files[file] as ReadableFile).source as Source
      return { blob: blobId, at: offset }
    },
    read: (blob, offset, bytes) => readSource(ctx, sources.get(blob) as Source, { offset, bytes }),
  })
}
