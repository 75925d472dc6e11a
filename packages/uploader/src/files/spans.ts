/**
 * Which bytes are still to be sent. Every byte of every blob is acknowledged, taken (being prepared or sent) or
 * missing; parts are cut from the front of the missing ones. Only the server decides what is acknowledged.
 */
import type { PlannedBlob } from '@waybill/contract/uploads/endpoints'
import { RangeSet } from './range-set.ts'

/** A future part: `[offset, offset + bytes)` of the blob at that index of the plan. */
export interface Span {
  blob: number
  offset: number
  bytes: number
}

interface BlobLedger {
  blob: PlannedBlob
  acknowledged: RangeSet
  missing: RangeSet
}

export class SpanPool {
  readonly bytesTotal: number
  /** Acknowledged when the plan was made. */
  readonly bytesBefore: number
  #ledgers: BlobLedger[]
  #bytesAcknowledged = 0
  #bytesMissing = 0
  /** No ledger before this one has a missing byte. */
  #firstMissing = 0
  /** Every ledger before this one is completely acknowledged. */
  #firstOpen = 0

  constructor(blobs: readonly PlannedBlob[]) {
    this.#ledgers = blobs.map((blob) => ({ blob, acknowledged: new RangeSet(), missing: new RangeSet() }))
    this.bytesTotal = blobs.reduce((sum, blob) => sum + blob.bytes, 0)
    for (const { blob, missing } of this.#ledgers) this.#bytesMissing += missing.add(0, blob.bytes)
    this.merge(blobs)
    this.bytesBefore = this.#bytesAcknowledged
  }

  get bytesAcknowledged(): number {
    return this.#bytesAcknowledged
  }

  /** Bytes neither acknowledged nor taken. */
  get bytesMissing(): number {
    return this.#bytesMissing
  }

  get isComplete(): boolean {
    return this.#bytesAcknowledged === this.bytesTotal
  }

  /**
   * Cuts the next part, or null when nothing is missing. `sizeFor` gives its largest size where the blob does not fix
   * it.
   */
  take(sizeFor: (blob: PlannedBlob) => number): Span | null {
    for (; this.#firstMissing < this.#ledgers.length; this.#firstMissing++) {
      const { blob, missing } = this.#ledgers[this.#firstMissing] as BlobLedger
      const first = missing.first()
      if (!first) continue
      const [start, end] = blob.resizable ? cut(first, sizeFor(blob), blob) : wholePart(first[0], blob)
      this.#removeMissing(missing, start, end)
      return { blob: this.#firstMissing, offset: start, bytes: end - start }
    }
    return null
  }

  /** Returns a taken span that was not sent after all. What was acknowledged meanwhile stays so. */
  giveBack(span: Span): void {
    const ledger = this.#ledgers[span.blob] as BlobLedger
    const before = ledger.missing.total
    ledger.missing.add(span.offset, span.offset + span.bytes)
    for (const [start, end] of ledger.acknowledged.ranges) ledger.missing.remove(start, end)
    this.#bytesMissing += ledger.missing.total - before
    if (ledger.missing.total > 0) this.#firstMissing = Math.min(this.#firstMissing, span.blob)
  }

  acknowledge(span: Span): void {
    this.#acknowledge(this.#ledgers[span.blob] as BlobLedger, span.offset, span.offset + span.bytes)
  }

  /** Takes over the server's list of what it has; earlier acknowledgements stay. */
  merge(blobs: ReadonlyArray<Pick<PlannedBlob, 'id' | 'have'>>): void {
    const byId = new Map(this.#ledgers.map((ledger) => [ledger.blob.id, ledger]))
    for (const { id, have } of blobs) {
      const ledger = byId.get(id)
      if (ledger) for (const [offset, bytes] of have) this.#acknowledge(ledger, offset, offset + bytes)
    }
  }

  isAcknowledged(span: Span): boolean {
    return (this.#ledgers[span.blob] as BlobLedger).acknowledged.has(span.offset, span.offset + span.bytes)
  }

  isPartlyAcknowledged({ blob, offset, bytes }: Span): boolean {
    return (this.#ledgers[blob] as BlobLedger).acknowledged.hasSome(offset, offset + bytes)
  }

  /** The first unacknowledged byte, or null when there is none. */
  position(): { blob: PlannedBlob; offset: number } | null {
    for (; this.#firstOpen < this.#ledgers.length; this.#firstOpen++) {
      const { blob, acknowledged } = this.#ledgers[this.#firstOpen] as BlobLedger
      if (acknowledged.total === blob.bytes) continue
      const first = acknowledged.first()
      return { blob, offset: first && first[0] === 0 ? first[1] : 0 }
    }
    return null
  }

  #acknowledge(ledger: BlobLedger, start: number, end: number): void {
    this.#bytesAcknowledged += ledger.acknowledged.add(start, Math.min(end, ledger.blob.bytes))
    this.#removeMissing(ledger.missing, start, end)
  }

  #removeMissing(missing: RangeSet, start: number, end: number): void {
    const before = missing.total
    missing.remove(start, end)
    this.#bytesMissing += missing.total - before
  }
}

/** Ends at a multiple of `minPartBytes`, or where the missing range ends. */
function cut([start, end]: readonly [number, number], size: number, blob: PlannedBlob): [number, number] {
  const units = Math.max(1, Math.floor(size / blob.minPartBytes))
  return [start, Math.min(end, start + units * blob.minPartBytes)]
}

/** The part of a fixed grid that contains the byte. */
function wholePart(position: number, blob: PlannedBlob): [number, number] {
  const start = position - (position % blob.partBytes)
  return [start, Math.min(start + blob.partBytes, blob.bytes)]
}
