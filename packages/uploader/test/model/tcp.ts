/**
 * One TCP connection with CUBIC as Linux has it, as a fluid in steps: slow start from 10 segments with HyStart, a window
 * that falls by 0.3 at a loss and grows by the cubic function, a timeout where a retransmission is lost too.
 */
const SEGMENT_BYTES = 1_448

const FIRST_WINDOW = 10
const FALL = 0.7
const CUBIC = 0.4
const SMALLEST_TIMEOUT_MS = 200
const FIRST_BUFFER_BYTES = 40_000
const LARGEST_BUFFER_BYTES = 3_000_000

export interface Surroundings {
  now: number
  /** With the time in the queue. */
  roundTripMs: number
  queueMs: number
  /** Chance that one segment is lost. */
  loss: number
  random(): number
}

export class Tcp {
  #window = FIRST_WINDOW
  #threshold = Number.POSITIVE_INFINITY
  #largest = 0
  #friendly = 0
  #fellAt = 0
  #recoversUntil = 0
  #stalledUntil = 0

  /** Bytes that a sender's kernel accepts before the first of them is acknowledged. */
  get bufferBytes(): number {
    return Math.min(LARGEST_BUFFER_BYTES, Math.max(FIRST_BUFFER_BYTES, 1.6 * this.#window * SEGMENT_BYTES))
  }

  /** Bytes that it wants to send in a step. */
  wants(stepMs: number, { now, roundTripMs }: Surroundings): number {
    return now < this.#stalledUntil ? 0 : (this.#window * SEGMENT_BYTES * stepMs) / roundTripMs
  }

  /** `bytes` were sent in a step; `left` are still to be sent. Returns those that arrive. */
  sent(bytes: number, left: number, around: Surroundings): number {
    const segments = bytes / SEGMENT_BYTES
    const isLost = around.random() > (1 - around.loss) ** segments
    if (isLost) this.#lose(left < 4 * SEGMENT_BYTES, around)
    else this.#grow(segments, around)
    return bytes * (1 - around.loss)
  }

  #lose(isTail: boolean, { now, roundTripMs, loss, random }: Surroundings): void {
    if (isTail) this.#stalledUntil = now + 2 * roundTripMs
    if (now < this.#recoversUntil) return
    const isTimeout = this.#window < 4 || random() < 1 - (1 - loss) ** 3
    this.#largest = this.#window
    this.#threshold = Math.max(2, this.#window * FALL)
    this.#window = isTimeout ? 2 : this.#threshold
    this.#friendly = this.#window
    this.#fellAt = now
    this.#recoversUntil = now + roundTripMs
    if (isTimeout) this.#stalledUntil = now + Math.max(SMALLEST_TIMEOUT_MS, 1.5 * roundTripMs)
  }

  #grow(segments: number, { now, roundTripMs, queueMs }: Surroundings): void {
    if (this.#window < this.#threshold) {
      this.#window += segments
      const isQueueing = queueMs > Math.min(16, Math.max(4, roundTripMs / 8))
      if (isQueueing && this.#window >= 16) {
        this.#threshold = this.#window
        this.#largest = this.#window
        this.#friendly = this.#window
        this.#fellAt = now
      }
      return
    }
    const seconds = (now - this.#fellAt) / 1_000
    const flat = Math.cbrt((this.#largest * (1 - FALL)) / CUBIC)
    const target = CUBIC * (seconds - flat) ** 3 + this.#largest
    const rounds = segments / this.#window
    this.#friendly += 0.53 * rounds
    const grown = this.#window + Math.max(0, Math.min(target - this.#window, this.#window / 2)) * rounds
    this.#window = Math.max(grown, this.#friendly)
  }
}
