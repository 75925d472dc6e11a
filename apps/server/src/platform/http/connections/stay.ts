import { Problem } from '@waybill/contract/core/problems'
import type { FairLines } from '../../threads/index.ts'

const RETRY_SECONDS = 2

interface StayOptions {
  patienceMs: number
  /** Aborts where whoever asked is gone. */
  gone: AbortSignal
}

interface Held {
  lines: FairLines
  line: string
  /** Null while it is given back. */
  exit: (() => void) | null
}

/**
 * The places that one call holds while it is worked on: one of its network's, and one of its account's once that is
 * known. They are given back while others do the work (its body is on its way, a stream has begun) and taken again
 * before it goes on.
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
      // Whoever waits here holds nothing elsewhere that others could have.
      this.pause()
      this.#held.push(held)
      await this.resume()
    } else this.#held.push(held)
    if (this.#isOver) this.pause()
  }

  /** Gives everything back for a while. */
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
    // The narrowest last, so that nobody waits for it with another's place in hand.
    for (const held of this.#held.toReversed()) {
      if (held.exit !== null) continue
      held.exit = await enter(held, signal)
    }
    if (this.#isOver) this.pause()
  }

  /** Gives everything back for good. */
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
