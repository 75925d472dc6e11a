import { buffer } from 'node:stream/consumers'
import { Problem } from '@waybill/contract/problems'
import type { Context } from '../context.ts'
import { makePdfThumbnail, makePicture, sniffPicture } from '../pictures/index.ts'
import { loadReadable, readFile } from '../uploads/index.ts'
import { isDrawnByName } from './thumbnail-link.ts'
import { keepThumbnail, listUndrawn } from './thumbnail-store.ts'

const PIXELS = 320
/** A camera's whole card is not drawn for a list that shows thirty rows. */
const MOST_FILES = 200

/**
 * Draws what of an upload can be drawn, in the sandbox. Run again it goes on with what is missing. What cannot be drawn
 * is noted; a sandbox that is busy is a reason to come again.
 *
 * @throws Problem 'busy' | 'store-unavailable'
 */
export async function makeThumbnails(
  ctx: Pick<Context, 'db' | 'stores' | 'pictures'>,
  { uploadId }: { uploadId: string },
): Promise<void> {
  if ((await ctx.pictures.level()) === 'none') return
  const undrawn = await listUndrawn(ctx.db, uploadId, MOST_FILES)
  for (const { id, path, bytes } of undrawn) {
    if (!isDrawnByName(path, bytes)) continue
    await keepThumbnail(ctx.db, id, await draw(ctx, id))
  }
}

async function draw(ctx: Pick<Context, 'db' | 'stores' | 'pictures'>, fileId: string): Promise<Uint8Array | null> {
  const [file] = await loadReadable(ctx.db, [fileId])
  if (file === undefined) return null
  const bytes = await buffer(readFile(ctx, file))
  try {
    if (sniffPicture(bytes) === 'pdf') return await makePdfThumbnail(ctx, bytes, PIXELS)
    const [small] = await makePicture(ctx, bytes, { kind: 'inside', pixels: [PIXELS] })
    return small ?? null
  } catch (error) {
    if (error instanceof Problem && error.code === 'picture-unreadable') return null
    throw error
  }
}
