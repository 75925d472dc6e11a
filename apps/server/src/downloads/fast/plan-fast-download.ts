import { crc32 } from 'node:zlib'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { planFastDownload as planFastDownloadEndpoint } from '@waybill/contract/downloads/endpoints'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { isArriving } from '../../transfers/index.ts'
import { loadReadable } from '../../uploads/index.ts'
import { AT_ONCE } from '../delivery/answers-at-once.ts'
import { fileTag } from '../delivery/download-file.ts'
import { findGrant, requireTurns } from '../grant/find-grant.ts'
import { findGrantedFile, type GrantRow } from '../grant/grant-store.ts'
import type { GrantedZip } from '../grant/granted-zip.ts'
import { fileLink, shownFileName, zipLink } from '../pages/download-links.ts'
import type { PlannedZips } from '../zip/planned-zips.ts'
import { ALL } from '../zip/zip-selection.ts'
import { type Block, type Summed, sumBlocks, summedParts } from './sum-blocks.ts'

type Plan = ReplyOf<typeof planFastDownloadEndpoint>
/** Of all answers that a grant may have open, some are left for those whose end the server has yet to notice. */
const SPARE = 8

/** The blocks of archives, made once for each layout that the process keeps: asking many times costs no more. */
export class ZipBlocks {
  readonly #known = new WeakMap<GrantedZip, Block[]>()

  of(zip: GrantedZip): Block[] {
    const blocks = this.#known.get(zip) ?? sumBlocks(summedZip(zip), zip.layout.bytes)
    this.#known.set(zip, blocks)
    return blocks
  }
}

interface Planning {
  zips: PlannedZips
  zipBlocks: ZipBlocks
}

/**
 * The link of a file, or of the zip of everything, with all that a page needs to download it on several connections and
 * to check it. Reads rows only, however large the file is.
 *
 * @throws Problem 'grant-not-found', 'grant-expired', 'grant-elsewhere', 'transfer-paused', 'file-not-found',
 * 'file-withdrawn', 'download-limit-reached'
 */
export async function planFastDownload(
  ctx: Pick<Context, 'db' | 'origins'>,
  planning: Planning,
  { grant: token, file }: { grant: string; file?: string | undefined },
  request: FastifyRequest,
): Promise<Plan> {
  const grant = await findGrant(ctx, token, request)
  const planned =
    file === undefined ? await planAll(ctx, planning, token, grant) : await planFile(ctx, token, grant, file)
  return { ...planned, origins: ctx.origins.downloadOrigins(request), atOnce: AT_ONCE - SPARE }
}

type Planned = Omit<Plan, 'origins' | 'atOnce'>
type Needs = Pick<Context, 'db'>

async function planFile(ctx: Needs, token: string, grant: GrantRow, id: string): Promise<Planned> {
  const granted = await findGrantedFile(ctx.db, grant, id)
  const [stored] = granted === null ? [] : await loadReadable(ctx.db, [id])
  if (granted !== null && stored === undefined && isArriving(grant)) {
    throw new Problem('file-still-arriving', { retryAfterSeconds: 15 })
  }
  if (granted === null || stored === undefined) throw new Problem('file-not-found')
  if (stored.isWithdrawn) throw new Problem('file-withdrawn')
  await requireTurns(ctx, grant, [id])
  const { bytes } = stored
  const blocks = sumBlocks(summedParts(stored), bytes)
  return { url: fileLink(token, granted), name: shownFileName(granted.path), bytes, etag: fileTag(stored), blocks }
}

async function planAll(ctx: Needs, planning: Planning, token: string, grant: GrantRow): Promise<Planned> {
  const zip = await planning.zips.get(grant, { ids: ALL })
  const { name, fileIds, layout, selection } = zip
  await requireTurns(ctx, grant, fileIds)
  const { bytes, etag } = layout
  return { url: zipLink(token, selection, name), name, bytes, etag, blocks: planning.zipBlocks.of(zip) }
}

/** The pieces of an archive: its headers, which are made here, and its files. */
function* summedZip({ files, layout }: GrantedZip): Generator<Summed> {
  for (const segment of layout.segments({ from: 0, to: layout.bytes })) {
    const file = segment.kind === 'file' ? files[segment.file] : undefined
    if (segment.kind === 'made') yield { bytes: segment.bytes.length, crc32: crc32(segment.bytes) }
    else if (file !== undefined) yield* summedParts(file)
  }
}
