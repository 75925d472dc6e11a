import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { Context } from '../../context.ts'
import { recordEvent } from '../../tracking/ledger/index.ts'
import { readSource, type StoredFile } from '../../uploads/index.ts'
import { type DownloadCall, drawOf, type Following } from '../delivery/download-file.ts'
import type { ByteRange } from '../delivery/save-delivery.ts'
import { serveContent } from '../delivery/serve-content.ts'
import { findGrant, requireTurns } from '../grant/find-grant.ts'
import type { GrantedZip } from '../grant/granted-zip.ts'
import { eventContextOf } from '../open/event-context.ts'
import type { Piece } from './chunks-of.ts'
import type { PlannedZips } from './planned-zips.ts'
import type { ZipSource } from './zip-layout.ts'
import { streamZip } from './zip-stream.ts'

type Needs = Pick<Context, 'db' | 'stores' | 'geo' | 'signer' | 'limits' | 'nodeId' | 'log'>
type Source = NonNullable<StoredFile['source']>

/** Where the bytes of an entry are that is written for this archive. */
const MADE = 'made:'

interface MadeFile {
  path: string
  content: Buffer
  at: Date
}

/** An entry whose content is in memory; such entries come last in their archive. */
export const zipSourceOf = ({ path, content, at }: MadeFile): ZipSource => ({
  id: `${MADE}${path}`,
  path,
  bytes: content.length,
  crc32: crc32(content),
  modifiedAt: at,
})

/**
 * Granted files as one planned archive, whole or by Range.
 *
 * @throws Problem 'grant-not-found', 'grant-expired', 'file-not-found', 'file-withdrawn', 'grant-elsewhere',
 * 'download-limit-reached', 'range-unsatisfiable', 'store-unavailable', 'too-many-calls'
 */
export async function downloadZip(
  ctx: Needs,
  { atOnce, meters, watch, zips }: Following & { zips: PlannedZips },
  { request, reply, ...params }: DownloadCall & { grant: string; selection: string },
): Promise<undefined> {
  const grant = await findGrant(ctx, params.grant, request)
  const zip = await zips.get(grant, { selection: params.selection })
  const { fileIds, layout } = zip
  await requireTurns(ctx, grant, fileIds)
  if (request.method === 'GET') atOnce.enter(grant.id, reply)
  const eventContext = await eventContextOf(ctx, grant, request)
  function* fileRangesOf(of: ByteRange) {
    for (const { file, from, to } of layout.passages(of)) yield { fileId: fileIds[file] as string, from, to }
  }
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
      draw: drawOf(ctx, grant, fileRangesOf),
      watch: (stop) => watch.watch({ grantId: grant.id, fileIds, stop }),
      delivery: {
        resource: `zip:${layout.etag}`,
        eventContext,
        grantId: grant.download_limit === null ? null : grant.id,
        fileId: null,
        resourceBytes: layout.bytes,
        fileRangesOf,
      },
      noteVisit: () => recordEvent(ctx.db, ctx, { ...eventContext, kind: 'visited' }),
    },
  })
}

/** Small files are stored end to end in packs: neighbours take one read. `made`: the entries after all files. */
export function openZip(
  ctx: Pick<Context, 'stores'>,
  { files, layout, made = [] }: Pick<GrantedZip, 'files' | 'layout'> & { made?: readonly MadeFile[] },
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
      const own = made[file - files.length]
      if (own !== undefined) return { blob: `${MADE}${own.path}`, at: 0 }
      const { blobId, offset } = (files[file] as StoredFile).source as Source
      return { blob: blobId, at: offset }
    },
    read(blob, offset, bytes) {
      const own = made.find(({ path }) => blob === `${MADE}${path}`)
      if (own !== undefined) return Readable.from([own.content.subarray(offset, offset + bytes)])
      return readSource(ctx, sources.get(blob) as Source, { offset, bytes })
    },
  })
}
