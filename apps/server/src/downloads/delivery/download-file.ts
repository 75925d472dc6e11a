import { Problem } from '@waybill/contract/core/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { recordEvent } from '../../tracking/ledger/index.ts'
import { loadReadable, readFile } from '../../uploads/index.ts'
import { DownloadDraw, type Limited } from '../grant/download-draw.ts'
import { findGrant, requireTurns } from '../grant/find-grant.ts'
import { findGrantedFile, type GrantRow } from '../grant/grant-store.ts'
import type { GrantWatch } from '../grant/grant-watch.ts'
import { eventContextOf } from '../open/event-context.ts'
import { shownFileName } from '../pages/download-links.ts'
import { piecesOf } from '../zip/chunks-of.ts'
import type { AnswersAtOnce } from './answers-at-once.ts'
import { typeOf } from './content-headers.ts'
import type { DeliveryMeters } from './delivery-meter.ts'
import type { ByteRange } from './save-delivery.ts'
import { serveContent, type Tracked } from './serve-content.ts'

type Needs = Pick<Context, 'db' | 'stores' | 'geo' | 'signer' | 'limits' | 'nodeId' | 'log'>

/** The trackers of a process's answers. */
export interface Following {
  atOnce: AnswersAtOnce
  meters: DeliveryMeters
  watch: GrantWatch
}

export interface DownloadCall {
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * One granted file, whole or by Range.
 *
 * @throws Problem 'grant-not-found', 'grant-expired', 'file-not-found', 'file-withdrawn', 'grant-elsewhere',
 * 'download-limit-reached', 'range-unsatisfiable', 'store-unavailable', 'too-many-calls'
 */
export async function downloadFile(
  ctx: Needs,
  { atOnce, meters, watch }: Following,
  { request, reply, ...params }: DownloadCall & { grant: string; file: string },
): Promise<undefined> {
  const grant = await findGrant(ctx, params.grant, request)
  const granted = await findGrantedFile(ctx.db, grant, params.file)
  const [file] = granted === null ? [] : await loadReadable(ctx.db, [params.file])
  if (granted === null || file === undefined) throw new Problem('file-not-found')
  if (file.isWithdrawn) throw new Problem('file-withdrawn')
  await requireTurns(ctx, grant, [file.id])
  if (request.method === 'GET') atOnce.enter(grant.id, reply)
  const eventContext = await eventContextOf(ctx, grant, request)
  function* fileRangesOf({ from, to }: ByteRange) {
    if (to > from || granted?.bytes === 0) yield { fileId: params.file, from, to }
  }
  return serveContent(request, reply, {
    content: {
      name: shownFileName(granted.path),
      type: typeOf(granted.path),
      etag: fileTag(file),
      lastModified: grant.sent_at,
      bytes: file.bytes,
    },
    open({ from, to }, signal) {
      const stream = readFile(ctx, file, { offset: from, bytes: to - from })
      signal.addEventListener('abort', () => stream.destroy())
      return piecesOf(stream)
    },
    tracked: {
      meters,
      draw: drawOf(ctx, grant, fileRangesOf),
      watch: (stop) => watch.watch({ grantId: grant.id, fileIds: [file.id], stop }),
      delivery: {
        resource: file.id,
        eventContext,
        grantId: grant.download_limit === null ? null : grant.id,
        fileId: file.id,
        resourceBytes: file.bytes,
        fileRangesOf,
      },
      noteVisit: () => recordEvent(ctx.db, ctx, { ...eventContext, kind: 'visited', fileId: file.id }),
    },
  })
}

/** The content under an id never changes. */
export const fileTag = ({ id }: { id: string }): string => `"${id}"`

/** Where downloads are limited, how much each answer may send. */
export function drawOf(ctx: Needs, grant: GrantRow, fileRangesOf: Limited['fileRangesOf']): Tracked['draw'] {
  const { download_limit: limit, limited_id: recipientId } = grant
  return limit === null ? null : (range) => DownloadDraw.begin(ctx, { recipientId, limit, fileRangesOf }, range)
}
