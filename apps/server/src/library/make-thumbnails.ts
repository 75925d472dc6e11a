import { buffer } from 'node:stream/consumers'
import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../context.ts'
import { addJob } from '../platform/jobs/add-job.ts'
import { nextTurn } from '../platform/jobs/next-turn.ts'
import { makePdfThumbnail, makePicture, sniffPicture } from '../platform/sandbox/index.ts'
import { findSender, loadReadable, readFile, senderFlag } from '../uploads/index.ts'
import { findUndrawn, keepThumbnail, listUndrawn, readSpentMs } from './library-store.ts'
import { isDrawnByName } from './thumbnail-link.ts'

const PIXELS = 320
/** A whole camera card is not drawn for a list that shows thirty rows. */
const MOST_FILES = 200
/** The drawing time of one upload, and of one sender in 24 hours; files beyond that are not drawn. See `findSender`. */
const UPLOAD_MS = 120_000
const SENDER_MS = 600_000

type Needs = Pick<Context, 'db' | 'stores' | 'pictures'>

/** Has an upload's drawable files drawn, in separate jobs, which alternate with those of other senders. */
export async function startThumbnails(
  { db, pictures }: Pick<Context, 'db' | 'pictures'>,
  { uploadId }: { uploadId: string },
): Promise<void> {
  if ((await pictures.level()) === 'none') return
  const undrawn = await listUndrawn(db, uploadId, MOST_FILES)
  const drawable = undrawn.filter(({ path, bytes }) => isDrawnByName(path, bytes))
  if (drawable.length === 0) return
  const flag = await senderFlag(db, uploadId)
  await db.transaction().execute(async (tx) => {
    const turn = await nextTurn(tx, flag)
    for (const [nth, { id }] of drawable.entries()) {
      const options = { key: `make-thumbnail/${id}`, flags: [flag], priority: turn(nth) }
      await addJob(tx, 'make-thumbnail', { fileId: id }, options)
    }
  })
}

/**
 * Draws one file, in the sandbox. Records in its place that it cannot be drawn, or that its upload or its sender has
 * used its time. A busy sandbox makes the job run again.
 *
 * @throws Problem 'busy' | 'store-unavailable'
 */
export async function makeThumbnail(ctx: Needs, { fileId }: { fileId: string }): Promise<void> {
  const uploadId = await findUndrawn(ctx.db, fileId)
  if (uploadId === null) return
  const { flag: drawnFor, share } = await findSender(ctx.db, uploadId)
  const spent = await readSpentMs(ctx.db, uploadId, drawnFor)
  const began = performance.now()
  const hasTime = spent.upload < UPLOAD_MS && spent.sender < SENDER_MS * share
  const webp = hasTime ? await draw(ctx, fileId) : null
  await keepThumbnail(ctx.db, { fileId, webp, drawnFor, tookMs: Math.round(performance.now() - began) })
}

async function draw(ctx: Needs, fileId: string): Promise<Uint8Array | null> {
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
