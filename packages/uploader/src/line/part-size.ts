/**
 * The size of parts where the store does not fix it. Between two parts a connection waits for an answer, a round trip
 * and the server's disk: a part should take many times that. While the controller searches the number of connections, a
 * part should take less, since the goodput shows only as parts end. Begins with the specification's table, doubles
 * while parts end quickly, falls where they are slow, where requests fail and where a proxy on the way refuses larger
 * bodies.
 */
const KIB = 1024
const MIB = 1024 * KIB

const startKib: Record<string, number> = { 'slow-2g': 128, '2g': 256, '3g': 512 }
const USUAL_START_KIB = 2_048

/** The specification's size of a first part by `navigator.connection.effectiveType`. */
export function startBytesFor(effectiveType: string): number {
  return (startKib[effectiveType] ?? USUAL_START_KIB) * KIB
}

const LARGEST_BYTES = 16 * MIB
/** Slow parts shrink no further than this; below it only failures lead. */
const SMALLEST_BY_PACE = 256 * KIB
/** The target time of a part on its connection. */
const AIM_MS = 12_000
const AIM_WHILE_CLIMBING_MS = 3_000
/** A single quick part may be luck. */
const QUICK_TO_GROW = 4
/** A part's pace counts from here on: before, the sent bytes may only fill a send buffer. */
const JUDGED_FROM_MS = 2_000
const SMALLEST_SHARE = 64 * KIB
/** Between two parts a connection waits for a round trip: a part takes this many of them, and this long, where it can. */
const WORTH_ROUND_TRIPS = 3
const WORTH_MS = 200
/** A small upload goes in one round: its connections have no time to differ. */
const ONE_ROUND_BYTES = 256 * KIB

export interface Lanes {
  parallel: number
  /** Bytes per millisecond of one connection; 0 where it is unknown. */
  pace: number
  roundTripMs: number
}

export class PartSize {
  /** Whether the controller still searches the number of connections. */
  isClimbing = true
  #bytes: number
  #largest: number
  #quickInARow = 0
  readonly #smallest: number

  /** `smallest` is the store's unit: every part but a blob's last is a multiple of it. */
  constructor(options: { start: number; smallest: number; largest: number }) {
    this.#smallest = options.smallest
    this.#largest = Math.max(options.smallest, Math.min(options.largest, LARGEST_BYTES))
    this.#bytes = this.#within(options.start)
  }

  get bytes(): number {
    return this.#bytes
  }

  get smallest(): number {
    return this.#smallest
  }

  /**
   * The size to cut now: in a small upload and near the end half of a connection's share of what is left, so that every
   * connection gets some and fast ones take more; but no less than is worth the wait for its answer.
   */
  toCut(bytesLeft: number, { parallel, pace, roundTripMs }: Lanes): number {
    const whole = Math.ceil(bytesLeft / parallel)
    const share = pace === 0 && whole <= ONE_ROUND_BYTES ? whole : whole / 2
    const worth = pace * Math.max(WORTH_MS, WORTH_ROUND_TRIPS * roundTripMs)
    const units = Math.ceil(Math.max(SMALLEST_SHARE, share, worth) / this.#smallest)
    return Math.min(this.#bytes, units * this.#smallest)
  }

  completed(bytes: number, tookMs: number): void {
    if (bytes < this.#bytes) return
    if (tookMs >= this.#aimMs / 2) {
      this.#quickInARow = 0
      this.#slow(bytes, tookMs)
    } else if (++this.#quickInARow >= QUICK_TO_GROW) {
      this.#quickInARow = 0
      this.#bytes = this.#within(this.#bytes * 2)
    }
  }

  /** A part under way: `sent` of it has left after `ageMs`. A slow line shows long before its first part has ended. */
  progressed(sent: number, ageMs: number): void {
    if (ageMs >= JUDGED_FROM_MS && sent > 0) this.#slow(sent, ageMs)
  }

  /** A request failed; `maxBytes` is what the ladder still allows. */
  failed(maxBytes: number): void {
    this.#bytes = this.#within(Math.min(this.#bytes, maxBytes))
  }

  /** A part of that size timed out. */
  tooSlow(bytes: number): void {
    this.#bytes = this.#within(Math.min(this.#bytes, bytes / 2))
  }

  /** Something on the way refuses bodies of that size; `limit` where it stated its limit. */
  tooLarge(bytes: number, limit: number | null): void {
    this.#largest = Math.max(this.#smallest, Math.min(this.#largest, limit ?? bytes / 2))
    this.#bytes = this.#within(this.#bytes)
  }

  get #aimMs(): number {
    return this.isClimbing ? AIM_WHILE_CLIMBING_MS : AIM_MS
  }

  #slow(bytes: number, tookMs: number): void {
    const aim = (bytes / tookMs) * this.#aimMs
    if (aim > this.#bytes / 2) return
    this.#bytes = Math.min(this.#bytes, this.#within(Math.max(SMALLEST_BY_PACE, aim)))
  }

  #within(bytes: number): number {
    const bounded = Math.max(this.#smallest, Math.min(bytes, this.#largest))
    return Math.floor(bounded / this.#smallest) * this.#smallest
  }
}
