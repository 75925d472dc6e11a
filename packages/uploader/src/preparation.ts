/**
 * Prepares parts ahead of their turn, so that no connection waits for a checksum or a signature: cut, summed in a
 * worker, and on presigned stores signed in batches. Holds slices of files, and holds bytes only where they are
 * generated.
 */
import type { PlannedBlob, UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { Span } from './files/spans.ts'
import type { Checksums, PartSums } from './transport/environment.ts'
import { bodyOf, type Segment, segmentsOf } from './transport/part-body.ts'
import type { SourceFile, UploadApi } from './upload.ts'

export interface ReadyPart {
  span: Span
  segments: Segment[]
  body: Blob
  crc32: number
  /** Presigned stores: its URL and headers. */
  signed: { url: string; headers: Record<string, string> } | null
}

/** How many parts one call may sign. */
const LARGEST_BATCH = 64
/** Checksums computed at once: enough for two workers. */
const SUMS_AT_ONCE = 4

export interface PreparationOptions {
  plan: UploadPlan
  files: readonly SourceFile[]
  checksums: Checksums
  api: UploadApi
  /** The next span to send, or null. */
  take(): Span | null
  giveBack(span: Span): void
  /** Something became ready. */
  onReady(): void
  /** The files of a part could not be read; the callee must then return the span. */
  onUnreadable(span: Span, error: unknown): void
  /** The parts could not be signed, and were returned. */
  onUnsigned(error: unknown, startedAt: number): void
  now(): number
}

type Summed = Omit<ReadyPart, 'signed'> & { sums: PartSums }

export class Preparation {
  readonly #options: PreparationOptions
  #ready: ReadyPart[] = []
  #summed: Summed[] = []
  #summing = 0
  #signing = 0
  /** Raised by `clear`: work begun before it returns its spans when it is done. */
  #generation = 0

  constructor(options: PreparationOptions) {
    this.#options = options
  }

  /** Parts that are ready or in preparation. */
  get size(): number {
    return this.#ready.length + this.#summed.length + this.#summing + this.#signing
  }

  /** A part that can be sent at once, or null. */
  next(): ReadyPart | null {
    return this.#ready.shift() ?? null
  }

  /** Makes sure that `count` parts are ready or in preparation, as far as there are any. */
  fill(count: number): void {
    while (this.size < count && this.#summing < SUMS_AT_ONCE) {
      const span = this.#options.take()
      if (!span) break
      void this.#sum(span)
    }
    if (this.#summed.length > 0 && this.#signing === 0) void this.#sign()
  }

  /** Drops ready parts: their signatures are no longer valid, or they are cut too large. */
  clear(): void {
    this.#generation++
    for (const { span } of [...this.#ready, ...this.#summed]) this.#options.giveBack(span)
    this.#ready = []
    this.#summed = []
  }

  #blobOf(span: Span): PlannedBlob {
    return this.#options.plan.blobs[span.blob] as PlannedBlob
  }

  async #sum(span: Span): Promise<void> {
    const { plan, files, checksums } = this.#options
    const generation = this.#generation
    const segments = segmentsOf(this.#blobOf(span), span.offset, span.bytes)
    const isPresigned = plan.transport === 'presigned'
    this.#summing++
    try {
      const body = await bodyOf(segments, files)
      const lengths = isPresigned ? segments.map((segment) => segment.bytes) : [span.bytes]
      const sums = await checksums.sum(body, lengths, isPresigned)
      this.#summing--
      if (generation !== this.#generation) return this.#options.giveBack(span)
      const part = { span, segments, body, crc32: sums.crc32 }
      if (isPresigned) this.#summed.push({ ...part, sums })
      else this.#ready.push({ ...part, signed: null })
    } catch (error) {
      this.#summing--
      this.#options.onUnreadable(span, error)
    }
    this.#options.onReady()
  }

  /** Signs all summed parts: the batches grow by themselves during a call. */
  async #sign(): Promise<void> {
    const { plan, api, giveBack, onReady, onUnsigned, now } = this.#options
    const generation = this.#generation
    const startedAt = now()
    const batch = this.#summed.splice(0, LARGEST_BATCH)
    this.#signing += batch.length
    try {
      const { parts } = await api.signParts({ parts: batch.map((part) => claimOf(part, plan)) })
      this.#signing -= batch.length
      const signatures = new Map(parts.map((part) => [`${part.blob} ${part.offset}`, part]))
      for (const { sums: _, ...part } of batch) {
        const signed = signatures.get(`${plan.blobs[part.span.blob]?.id} ${part.span.offset}`)
        if (signed && generation === this.#generation) this.#ready.push({ ...part, signed })
        else giveBack(part.span)
      }
    } catch (error) {
      this.#signing -= batch.length
      for (const { span } of batch) giveBack(span)
      if (generation === this.#generation) onUnsigned(error, startedAt)
    }
    onReady()
  }
}

/** Packs, which travel whole, need the checksums of the files inside; for one whole file they do no harm. */
function claimOf({ span, segments, sums }: Summed, plan: UploadPlan) {
  const { id, members } = plan.blobs[span.blob] as PlannedBlob
  return {
    blob: id,
    offset: span.offset,
    bytes: span.bytes,
    crc32: sums.crc32,
    md5: sums.md5 as string,
    ...(segments.length === members.length && { memberCrcs: sums.segmentCrcs }),
  }
}
