import { Problem } from '@waybill/contract/core/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import {
  findLibraryGrant,
  type GrantWatch,
  layOutZip,
  openZip,
  piecesOf,
  serveContent,
  typeOf,
  zipSourceOf,
} from '../downloads/index.ts'
import { hashToken } from '../platform/ids.ts'
import { writeTables } from '../requests/index.ts'
import { loadReadable, readFile } from '../uploads/index.ts'

/**
 * An account's own files through a plain link: a single one directly, several as one planned archive; whole or by
 * Range. Tracking ignores it.
 *
 * @throws Problem 'grant-not-found', 'file-withdrawn', 'range-unsatisfiable', 'store-unavailable'
 */
export async function downloadOwnFiles(
  ctx: Pick<Context, 'db' | 'stores'>,
  { grant: token, name }: { grant: string; name: string },
  running: GrantWatch,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<undefined> {
  const tokenHash = hashToken(token)
  const grant = await findLibraryGrant(ctx.db, tokenHash)
  if (grant === null) throw new Problem('grant-not-found')
  const watch = (stop: () => void) =>
    running.watch({ grantId: tokenHash.toString('hex'), fileIds: grant.fileIds, stop })
  const files = await loadReadable(ctx.db, grant.fileIds)
  const [first] = files
  const made = grant.answers === null ? [] : await writeTables(ctx.db, grant.accountId, grant.answers)
  if ((first === undefined && made.length === 0) || files.length < grant.fileIds.length)
    throw new Problem('file-withdrawn')
  if (files.some(({ isWithdrawn }) => isWithdrawn)) throw new Problem('file-withdrawn')
  const { paths } = grant
  if (first !== undefined && files.length === 1 && paths === null) {
    return serveContent(request, reply, {
      content: {
        name,
        type: typeOf(first.path),
        etag: `"${first.id}"`,
        lastModified: grant.at,
        bytes: first.bytes,
      },
      open({ from, to }, signal) {
        const stream = readFile(ctx, first, { offset: from, bytes: to - from })
        signal.addEventListener('abort', () => stream.destroy())
        return piecesOf(stream)
      },
      tracked: null,
      watch,
    })
  }
  const entries = paths === null ? files : files.map((file, nth) => ({ ...file, path: paths[nth] ?? file.path }))
  const layout = layOutZip([...entries, ...made.map(zipSourceOf)])
  return serveContent(request, reply, {
    content: { name, type: 'application/zip', etag: layout.etag, lastModified: grant.at, bytes: layout.bytes },
    open: (range, signal) => openZip(ctx, { files: entries, layout, made }, range, signal),
    tracked: null,
    watch,
  })
}
