import { Problem } from '@waybill/contract/core/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { recordEvent } from '../../tracking/ledger/index.ts'
import { findStandingTransfer, isArriving } from '../../transfers/index.ts'
import {
  type ArrivalFeed,
  isHeldBack,
  loadReadable,
  readArrivalSnapshot,
  readArriving,
  readFile,
  type StoredFile,
} from '../../uploads/index.ts'
import { requireArrived } from '../arrival/require-arrived.ts'
import { DownloadDraw, type Limited } from '../grant/download-draw.ts'
import { findGrant, requireTurns } from '../grant/find-grant.ts'
import { findGrantedFile, type GrantedFile, type GrantRow } from '../grant/grant-store.ts'
import type { GrantWatch } from '../grant/grant-watch.ts'
import { eventContextOf } from '../open/event-context.ts'
import { shownFileName } from '../pages/download-links.ts'
import { piecesOf } from '../zip/chunks-of.ts'
import type { AnswersAtOnce } from './answers-at-once.ts'
import { typeOf } from './content-headers.ts'
import type { DeliveryMeters } from './delivery-meter.ts'
import type { ByteRange } from './save-delivery.ts'
import { type Served, serveContent, type Tracked } from './serve-content.ts'

type Needs = Pick<Context, 'db' | 'stores' | 'geo' | 'signer' | 'limits' | 'nodeId' | 'log' | 'config'>

/** The trackers of a process's answers. */
export interface Following {
  atOnce: AnswersAtOnce
  meters: DeliveryMeters
  watch: GrantWatch
}

interface FollowingFiles extends Following {
  feed: ArrivalFeed
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
  { atOnce, meters, watch, feed }: FollowingFiles,
  { request, reply, ...params }: DownloadCall & { grant: string; file: string },
): Promise<undefined> {
  const grant = await findGrant(ctx, params.grant, request)
  const granted = await findGrantedFile(ctx.db, grant, params.file)
  if (granted === null) throw new Problem('file-not-found')
  const file = await findFile(ctx, feed, grant, granted)
  await requireTurns(ctx, grant, [file.id])
  if (request.method === 'GET') atOnce.enter(grant.id, reply)
  const eventContext = await eventContextOf(ctx, grant, request)
  function* fileRangesOf({ from, to }: ByteRange) {
    if (to > from || file.bytes === 0) yield { fileId: params.file, from, to }
  }
  return serveContent(request, reply, {
    content: {
      name: shownFileName(granted.path),
      type: typeOf(granted.path),
      etag: file.etag,
      lastModified: file.lastModified,
      bytes: file.bytes,
    },
    open: file.open,
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

interface Opened {
  id: string
  bytes: number
  etag: string
  lastModified: Date
  open: Served['open']
}

/**
 * A file that is there, or one that is read as it comes.
 *
 * @throws Problem 'file-not-found' | 'file-withdrawn' | 'file-still-arriving' | 'file-missing'
 */
async function findFile(ctx: Needs, feed: ArrivalFeed, grant: GrantRow, granted: GrantedFile): Promise<Opened> {
  const [file] = await loadReadable(ctx.db, [granted.id])
  if (file === undefined) return findArriving(ctx, feed, grant, granted)
  if (file.isWithdrawn) throw new Problem('file-withdrawn')
  if (file.sha256 === null && isArriving(grant) && (await isHeldBack(ctx.db, file.id))) {
    throw new Problem('file-still-arriving', { retryAfterSeconds: 15 })
  }
  return {
    id: file.id,
    bytes: file.bytes,
    etag: fileTag(file),
    lastModified: dateOf(grant, file),
    open({ from, to }, signal) {
      const stream = readFile(ctx, file, { offset: from, bytes: to - from })
      signal.addEventListener('abort', () => stream.destroy())
      return piecesOf(stream)
    },
  }
}

async function findArriving(ctx: Needs, feed: ArrivalFeed, grant: GrantRow, granted: GrantedFile): Promise<Opened> {
  const { id, bytes } = granted
  if (granted.withdrawn_at !== null) throw new Problem('file-withdrawn')
  const transfer = isArriving(grant) ? await findStandingTransfer(ctx.db, grant.transfer_id) : null
  if (transfer === null) throw new Problem('file-not-found')
  await requireArrived(ctx, { transfer }, [granted])
  const revokedCount = (await readArrivalSnapshot(ctx.db, id))?.blob.revoked_count ?? 0
  async function* open({ from, to }: ByteRange, signal: AbortSignal) {
    for await (const stream of readArriving(ctx, feed, { fileId: id, bytes, from, to, revokedCount }, signal)) {
      const free = () => stream.destroy()
      signal.addEventListener('abort', free)
      yield* piecesOf(stream)
      signal.removeEventListener('abort', free)
    }
  }
  const validators = { etag: fileTag({ id, revokedCount }), lastModified: dateOf(grant, { revokedCount }) }
  return { id, bytes, ...validators, open }
}

/** The content under an id never changes, unless a part was revoked while the file was still arriving. */
export const fileTag = ({ id, revokedCount }: Pick<StoredFile, 'id' | 'revokedCount'>): string =>
  revokedCount === 0 ? `"${id}"` : `"${id}-${revokedCount}"`

/** Another date with every other tag: who asks for the rest by the date joins no bytes of two versions either. */
const dateOf = ({ sent_at: sentAt }: GrantRow, { revokedCount }: Pick<StoredFile, 'revokedCount'>): Date =>
  new Date(sentAt.getTime() + revokedCount * 1_000)

/** Where downloads are limited, how much each answer may send. */
export function drawOf(
  ctx: Omit<Needs, 'config'>,
  grant: GrantRow,
  fileRangesOf: Limited['fileRangesOf'],
): Tracked['draw'] {
  const { download_limit: limit, limited_id: recipientId } = grant
  return limit === null ? null : (range) => DownloadDraw.begin(ctx, { recipientId, limit, fileRangesOf }, range)
}
