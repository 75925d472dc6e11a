import { buffer } from 'node:stream/consumers'
import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import { makePicture, sniffPicture } from '../../platform/sandbox/index.ts'
import { findSender, readFile, type StoredFile } from '../../uploads/index.ts'
import { type DrawnPage, findPage, findUploadOf, keepPage, readPreviewMs } from './preview-store.ts'

const PIXELS = 1_600
/** The drawing time of one upload and of one sender in 24 hours, besides that for thumbnails. */
const UPLOAD_MS = 120_000
const SENDER_MS = 600_000
/** How many pages may wait in one process, and of one sender. */
const MOST_WAITING = 8
const MOST_WAITING_OF_ONE = 3
const RETRY_SECONDS = 3

type Needs = Pick<Context, 'db' | 'stores' | 'pictures'>

interface Turn {
  /** Whose file it is. */
  drawnFor: string
  begin(): void
}

/**
 * Draws pages for people who look at them, in the sandbox. One page at a time in a process, so that one of its children
 * is left for thumbnails; a page is drawn once, however many ask. The same page is kept for the next reader. The turns of
 * senders alternate: nobody's slow files keep those of all others waiting.
 */
export class DrawPages {
  readonly #ctx: Needs
  readonly #underWay = new Map<string, Promise<DrawnPage>>()
  #waiting: Turn[] = []
  #isDrawing = false

  constructor(ctx: Needs) {
    this.#ctx = ctx
  }

  /**
   * The page, from the rows or drawn now. `onWaiting`: it is not there yet.
   *
   * @throws Problem 'busy' {retryAfterSeconds} while too many wait; 'pictures-refused'; 'store-unavailable'; 'preview-used-up'
   * where the sender's files have used their time
   */
  async page(file: StoredFile, page: number, onWaiting: () => void): Promise<DrawnPage> {
    const { db } = this.#ctx
    const kept = await findPage(db, file.id, page)
    if (kept !== null && (kept.webp !== null || kept.is_refused)) return kept
    const first = page === 1 ? null : await findPage(db, file.id, 1)
    if (first !== null && page > first.pages) return { webp: null, is_refused: true, pages: first.pages }
    onWaiting()
    const key = `${file.id}/${page}`
    const known = this.#underWay.get(key)
    if (known !== undefined) return known
    const drawing = this.#drawInTurn(file, page).finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, drawing)
    return drawing
  }

  async #drawInTurn(file: StoredFile, page: number): Promise<DrawnPage> {
    const { db } = this.#ctx
    const uploadId = (await findUploadOf(db, file.id)) ?? ''
    const { flag: drawnFor, share } = await findSender(db, uploadId)
    await this.#take(drawnFor)
    try {
      const spent = await readPreviewMs(db, { uploadId, drawnFor })
      if (spent.upload >= UPLOAD_MS || spent.sender >= SENDER_MS * share) throw new Problem('preview-used-up')
      const began = performance.now()
      const drawn = await this.#draw(file, page)
      await keepPage(db, { fileId: file.id, page, drawn, drawnFor, tookMs: Math.round(performance.now() - began) })
      return { webp: drawn?.webp ?? null, is_refused: drawn === null, pages: drawn?.pages ?? 1 }
    } finally {
      this.#giveBack(drawnFor)
    }
  }

  async #draw(file: StoredFile, page: number): Promise<{ webp: Buffer; pages: number } | null> {
    const bytes = await buffer(readFile(this.#ctx, file))
    try {
      if (sniffPicture(bytes) === 'pdf') {
        return await this.#ctx.pictures.drawPage({ task: 'pdf', pixels: PIXELS, page }, bytes)
      }
      const [webp] = page === 1 ? await makePicture(this.#ctx, bytes, { kind: 'inside', pixels: [PIXELS] }) : []
      return webp === undefined ? null : { webp, pages: 1 }
    } catch (error) {
      if (error instanceof Problem && error.code === 'picture-unreadable') return null
      throw error
    }
  }

  async #take(drawnFor: string): Promise<void> {
    if (!this.#isDrawing) {
      this.#isDrawing = true
      return
    }
    const ofOne = this.#waiting.filter((turn) => turn.drawnFor === drawnFor).length
    if (this.#waiting.length >= MOST_WAITING || ofOne >= MOST_WAITING_OF_ONE)
      throw new Problem('busy', { retryAfterSeconds: RETRY_SECONDS })
    await new Promise<void>((begin) => this.#waiting.push({ drawnFor, begin }))
  }

  #giveBack(drawnFor: string): void {
    const ofOther = this.#waiting.findIndex((turn) => turn.drawnFor !== drawnFor)
    const [next] = this.#waiting.splice(Math.max(0, ofOther), 1)
    if (next === undefined) this.#isDrawing = false
    else next.begin()
  }
}
