/**
 * Handles failures: counts them on the ladder, waits, returns the part so that it is sent again, or ends the upload
 * with an error that says where. A part that keeps failing while others get through waits separately, so that it does
 * not hold up the rest, and ends the upload after 15 tries of its own.
 */

import type { ProblemCode } from '@waybill/contract/core/problems'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import { findTrouble } from '../files/file-trouble.ts'
import type { Span } from '../files/spans.ts'
import type { Clock } from '../transport/environment.ts'
import { segmentsOf } from '../transport/part-body.ts'
import type { SourceFile } from '../upload.ts'
import { UploadError, type UploadErrorCode, type UploadErrorLocation } from '../upload-error.ts'
import { Ladder, MAX_TRIES, waitAfter } from './ladder.ts'
import type { Line } from './line.ts'

/** A scanner may lock a file for a moment: the engine reads it again before it tells the sender. */
const READ_TRIES = 3
const READ_AGAIN_MS = 500

/** The contents of a refusing answer, as far as it has any. */
export interface Refusal {
  code?: ProblemCode | null
  requestId?: string | null
  retryAfterMs?: number | null
}

export interface SetbackOptions {
  plan: UploadPlan
  files: readonly SourceFile[]
  clock: Clock
  random(): number
  line: Line
  giveBack(span: Span): void
  /** One more try in a row has failed. */
  onTry(ladder: Ladder): void
  /** The upload cannot go on. */
  onEnd(error: UploadError): void
  /** A separated part is back. */
  onBack(): void
}

export class Setbacks {
  readonly ladder = new Ladder()
  readonly #options: SetbackOptions
  readonly #triesOf = new Map<string, number>()
  readonly #readTriesOf = new Map<string, number>()
  /** Separated parts, and how to cancel their return. */
  readonly #apart = new Map<Span, () => void>()
  #lastRequestId: string | null = null

  constructor(options: SetbackOptions) {
    this.#options = options
  }

  succeeded(span: Span): void {
    this.ladder.succeeded()
    this.#triesOf.delete(keyOf(span))
    this.#options.line.open()
  }

  /**
   * A request begun at `startedAt` failed; `span` null where it was none of a part, `refusal` null where no answer
   * came.
   */
  failed(span: Span | null, startedAt: number, refusal: Refusal | null): void {
    const { line, clock } = this.#options
    if (line.isOffline || startedAt < line.onlineSince) {
      if (span) this.#options.giveBack(span)
      return
    }
    this.#lastRequestId = refusal?.requestId ?? this.#lastRequestId
    const isNewTry = this.ladder.failed(startedAt, clock.now())
    const triesOfPart = span ? this.#count(this.#triesOf, span) : 0
    if (this.ladder.isExhausted || triesOfPart >= MAX_TRIES) this.end(refusal?.code ?? 'connection-lost', span)
    else {
      if (span) this.#sendAgain(span, triesOfPart)
      if (isNewTry) this.#stepDown(refusal)
    }
  }

  /** The files of a part could not be read: tries again in a moment, then ends the upload. */
  async unreadable(span: Span, error: unknown): Promise<void> {
    const { plan, files } = this.#options
    const tries = this.#count(this.#readTriesOf, span)
    const blob = plan.blobs[span.blob] as UploadPlan['blobs'][number]
    const { file, isChanged } = await findTrouble(segmentsOf(blob, span.offset, span.bytes), files)
    if (isChanged) this.end('file-changed', span, { fileIndex: file, cause: error })
    else if (tries >= READ_TRIES) this.end('file-unreadable', span, { fileIndex: file, cause: error })
    else this.#keepApart(span, READ_AGAIN_MS)
  }

  /** Ends the upload, with the position. */
  end(
    code: UploadErrorCode,
    span: Span | null,
    { fileIndex, cause }: { fileIndex?: number; cause?: unknown } = {},
  ): void {
    const { plan, onEnd } = this.#options
    const blob = span && plan.blobs[span.blob]
    const file = fileIndex ?? (blob ? segmentsOf(blob, span.offset, span.bytes)[0]?.file : undefined)
    const path = plan.files[file ?? -1]?.path
    const location: UploadErrorLocation = {
      tries: this.ladder.tries,
      ...(file !== undefined && { fileIndex: file }),
      ...(path !== undefined && { path }),
      ...(blob && { part: { blob: blob.id, offset: span.offset, bytes: span.bytes } }),
      ...(this.#lastRequestId && { requestId: this.#lastRequestId }),
    }
    onEnd(new UploadError(code, location, { cause }))
  }

  close(): void {
    for (const callOff of this.#apart.values()) callOff()
  }

  #sendAgain(span: Span, triesOfPart: number): void {
    // Others got through since this one failed before: the part is to blame, not the line.
    const isItsOwnFault = triesOfPart >= 2 && this.ladder.tries <= 1
    if (isItsOwnFault) this.#keepApart(span, waitAfter(triesOfPart, this.#options.random()))
    else this.#options.giveBack(span)
  }

  #stepDown(refusal: Refusal | null): void {
    const { line, random, onTry } = this.#options
    onTry(this.ladder)
    line.wait(Math.max(waitAfter(this.ladder.tries, random()), refusal?.retryAfterMs ?? 0), refusal === null)
  }

  #keepApart(span: Span, ms: number): void {
    const back = () => {
      this.#apart.delete(span)
      this.#options.giveBack(span)
      this.#options.onBack()
    }
    this.#apart.set(span, this.#options.clock.after(ms, back))
  }

  #count(tries: Map<string, number>, span: Span): number {
    const count = (tries.get(keyOf(span)) ?? 0) + 1
    tries.set(keyOf(span), count)
    return count
  }
}

function keyOf(span: Span): string {
  return `${span.blob} ${span.offset}`
}
