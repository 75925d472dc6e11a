import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { newId } from '../../platform/ids.ts'
import { lockRecipient } from '../../transfers/index.ts'
import type { FileRange } from '../delivery/delivery-store.ts'
import type { ByteRange } from '../delivery/save-delivery.ts'
import { MAX_OUTSTANDING_BYTES } from '../delivery/send-bytes.ts'
import type { Piece } from '../zip/chunks-of.ts'
import {
  DRAW_BYTES,
  type DrawClaim,
  enterDraw,
  type FileBytes,
  giveNext,
  leaveDraw,
  settleDead,
} from './download-quota-store.ts'
import { maxInFlightBytes } from './max-in-flight.ts'

type Needs = Pick<Context, 'db' | 'nodeId' | 'log'>

/** What is limited, and for whom. */
export interface Limited {
  recipientId: string
  /** Downloads of each file. */
  limit: number
  /** The files that a range of the resource touches. */
  fileRangesOf(range: ByteRange): Iterable<FileRange>
}

const LAST_TRIES = 30
const TRY_PAUSE_MS = 1_000
/** What a broken connection may have lost: what its kernel and ours can hold. */
const lostBytes = () => 2 * maxInFlightBytes() + MAX_OUTSTANDING_BYTES

/**
 * One answer's right to send bytes of files whose downloads are limited. It is granted in portions, so that concurrent
 * ranges share what is left, and returns what it does not write.
 */
export class DownloadDraw {
  readonly #ctx: Needs
  readonly #limited: Limited
  readonly #claim: DrawClaim
  readonly #range: ByteRange
  #givenTo: number
  #passedTo: number

  private constructor(ctx: Needs, limited: Limited, range: ByteRange) {
    const { recipientId, limit } = limited
    this.#ctx = ctx
    this.#limited = limited
    this.#claim = { id: newId(), recipientId, nodeId: ctx.nodeId, limit, isWhole: range.from === 0 }
    this.#range = range
    this.#givenTo = range.from
    this.#passedTo = range.from
  }

  /** @throws Problem 'download-limit-reached' where not enough is left */
  static async begin(ctx: Needs, limited: Limited, range: ByteRange): Promise<DownloadDraw> {
    const draw = new DownloadDraw(ctx, limited, range)
    await draw.#withRecipientLocked(async (tx) => {
      await settleDead(tx, limited.recipientId)
      if (!(await enterDraw(tx, draw.#claim, draw.#filesOf(range)))) throw new Problem('download-limit-reached')
    })
    return draw
  }

  /**
   * Passes the pieces on, each once the right to it is granted. @throws Problem 'download-limit-reached' where none is
   * left
   */
  async *pass(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
    for await (const piece of pieces) {
      this.#passedTo += piece.bytes.length
      if (this.#passedTo > this.#givenTo) await this.#drawTo(this.#passedTo)
      yield piece
    }
  }

  /** Everything before `writtenTo` was written. `hasArrived`: and is known to have arrived. */
  async end(writtenTo: number, hasArrived: boolean): Promise<void> {
    const unsent = this.#filesOf({ from: writtenTo, to: Math.max(writtenTo, this.#givenTo) })
    const from = Math.max(this.#range.from, writtenTo - lostBytes())
    const doubtful = hasArrived ? [] : this.#filesOf({ from, to: writtenTo })
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#withRecipientLocked((tx) => leaveDraw(tx, this.#claim, { unsent, doubtful }))
      } catch (error) {
        if (tries % 10 === 1)
          this.#ctx.log.warn({ error, draw: this.#claim.id }, 'a limited download could not be settled')
        if (tries >= LAST_TRIES) return
        await pause(TRY_PAUSE_MS, undefined, { ref: false })
      }
    }
  }

  async #drawTo(to: number): Promise<void> {
    const next = { from: this.#givenTo, to: Math.min(this.#range.to, Math.max(to, this.#givenTo + DRAW_BYTES)) }
    const files = this.#filesOf(next)
    await this.#withRecipientLocked(async (tx) => {
      if (!(await giveNext(tx, this.#claim, files))) throw new Problem('download-limit-reached')
    })
    this.#givenTo = next.to
  }

  #withRecipientLocked<Result>(work: (tx: Kysely<Database>) => Promise<Result>): Promise<Result> {
    return this.#ctx.db.transaction().execute(async (tx) => {
      await lockRecipient(tx, this.#claim.recipientId)
      return work(tx)
    })
  }

  #filesOf(range: ByteRange): FileBytes[] {
    const sums = new Map<string, number>()
    for (const { fileId, from, to } of range.to > range.from ? this.#limited.fileRangesOf(range) : []) {
      if (to > from) sums.set(fileId, (sums.get(fileId) ?? 0) + to - from)
    }
    return [...sums].map(([fileId, bytes]) => ({ fileId, bytes })).sort((a, b) => (a.fileId < b.fileId ? -1 : 1))
  }
}
