import { buffer } from 'node:stream/consumers'
import { Problem } from '@waybill/contract/core/problems'
import { PREVIEW_TEXT_BYTES } from '@waybill/contract/downloads/previews'
import type { Context } from '../../context.ts'
import { loadReadable, readFile, type StoredFile } from '../../uploads/index.ts'
import { findPreviewGrant } from '../grant/find-grant.ts'
import { findGrantedFile } from '../grant/grant-store.ts'
import type { GrantWatch } from '../grant/grant-watch.ts'
import { shownFileName } from '../pages/download-links.ts'
import { piecesOf } from '../zip/chunks-of.ts'
import type { DownloadCall } from './download-file.ts'
import { JUDGED_BYTES, type JudgedPreview, judgePreview } from './judge-preview.ts'
import { serveContent } from './serve-content.ts'

type Needs = Pick<Context, 'db' | 'stores'>

/** What the name and the first bytes of a file allow to be shown. @throws Problem 'store-unavailable' */
export async function judgeStored(ctx: Needs, path: string, file: StoredFile): Promise<JudgedPreview | null> {
  const bytes = Math.min(file.bytes, JUDGED_BYTES)
  return bytes === 0 ? null : judgePreview(path, await buffer(readFile(ctx, file, { offset: 0, bytes })))
}

/**
 * The bytes of a preview: the beginning of a text, or audio and video, whole or by Range, in the sandbox of every user's
 * byte. They are counted nowhere: the press on the preview is on record, and what a player reads finishes no download.
 *
 * @throws Problem 'grant-not-found', 'grant-expired', 'transfer-paused', 'file-not-found', 'file-withdrawn',
 * 'range-unsatisfiable', 'store-unavailable'
 */
export async function readPreview(
  ctx: Needs,
  watch: GrantWatch,
  { request, reply, ...params }: DownloadCall & { grant: string; file: string },
): Promise<undefined> {
  const grant = await findPreviewGrant(ctx, params.grant)
  const granted = await findGrantedFile(ctx.db, grant, params.file)
  const [file] = granted === null ? [] : await loadReadable(ctx.db, [params.file])
  if (granted === null || file === undefined) throw new Problem('file-not-found')
  if (file.isWithdrawn) throw new Problem('file-withdrawn')
  const judged = await judgeStored(ctx, granted.path, file)
  if (judged === null || judged.type === null) throw new Problem('file-not-found')
  const isText = judged.type === 'text/plain'
  return serveContent(request, reply, {
    content: {
      name: shownFileName(granted.path),
      type: judged.type,
      etag: `"${file.id}-preview"`,
      lastModified: grant.sent_at,
      bytes: isText ? Math.min(file.bytes, PREVIEW_TEXT_BYTES) : file.bytes,
    },
    open({ from, to }, signal) {
      const stream = readFile(ctx, file, { offset: from, bytes: to - from })
      signal.addEventListener('abort', () => stream.destroy())
      return piecesOf(stream)
    },
    tracked: null,
    watch: (stop) => watch.watch({ grantId: grant.id, fileIds: [file.id], stop }),
  })
}
