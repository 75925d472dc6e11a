import { Problem } from '@waybill/contract/core/problems'
import type { FairLines } from '../../threads/index.ts'

const RETRY_SECONDS = 2

interface StayOptions {
  patienceMs: number
  /** Aborts when the caller is gone. */
  gone: AbortSignal
}

interface Held {
  lines: FairLines
  line: string
  /** Null while it is released. */
  exit: (() => void) | null
}

/**
 * The places that one call occupies while the server works on it: one of its network's, and one of its account's once
 * that is known. The call releases them while it waits for others (its body is arriving, a stream has begun) and takes
 * them again before it continues.
 */
export class Stay {
  readonly #options: StayOptions
  readonly #held: Held[] = []
  #isOver = false

  constructor(options: StayOptions) {
    this.#options = options
  }

  /** @throws Problem 'too-many-calls' where too many wait, or for too long */
  async take(lines: FairLines, line: string): Promise<void> {
    const held: Held = { lines, line, exit: lines.enterNow(line) }
    if (held.exit === null) {
      // A call that waits here holds no other place that others could use.
      this.pause()
      this.#held.push(held)
      await this.resume()
    } else this.#held.push(held)
    if (this.#isOver) this.pause()
  }

  /** Releases everything for a while. */
  pause(): void {
    for (const held of this.#held) {
      held.exit?.()
      held.exit = null
    }
  }

  /** Takes everything again. @throws as `take` */
  async resume(): Promise<void> {
    if (this.#isOver || this.#held.every(({ exit }) => exit !== null)) return
    const signal = AbortSignal.any([this.#options.gone, AbortSignal.timeout(this.#options.patienceMs)])
    // The narrowest last, so that no call waits for it while it holds another place.
    for (const held of this.#held.toReversed()) {
      if (held.exit !== null) continue
      held.exit = await enter(held, signal)
    }
    if (this.#isOver) this.pause()
  }

  /** Releases everything for good. */
  leave(): void {
    this.#isOver = true
    this.pause()
  }
}

async function enter({ lines, line }: Held, signal: AbortSignal): Promise<() => void> {
  const tooMany = new Problem('too-many-calls', { retryAfterSeconds: RETRY_SECONDS })
  const entry = await lines.enter(line, signal).catch(() => {
    throw tooMany
  })
  if (typeof entry === 'string') throw tooMany
  return entry
}
