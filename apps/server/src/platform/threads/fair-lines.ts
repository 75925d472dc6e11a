/**
 * Decides who runs next where few may run at once: the first in each line, line by line in turn, and none from a line
 * that already runs its share. Pure but for the waiting.
 */
interface Waiting {
  go: () => void
}

export interface FairLinesOptions {
  /** Over all lines. */
  atOnce: number
  /** Of one line. */
  perLine: number
  maxWaiting: number
  maxWaitingPerLine: number
}

export type LineEntry = (() => void) | 'line-full' | 'full'

export class FairLines {
  readonly #options: FairLinesOptions
  /** A map keeps its order: a line that was served moves to the end. */
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #running = new Map<string, number>()
  #runningCount = 0
  #waitingCount = 0

  constructor(options: FairLinesOptions) {
    this.#options = options
  }

  /** For tests and logs. */
  get counts(): { running: number; waiting: number } {
    return { running: this.#runningCount, waiting: this.#waitingCount }
  }

  /**
   * Resolves with a function that frees the place, once, when it is the caller's turn; resolves at once where there is
   * no room to wait. A caller that leaves before loses its place in the line: this then rejects with the signal's
   * reason.
   */
  async enter(line: string, signal?: AbortSignal): Promise<LineEntry> {
    signal?.throwIfAborted()
    const free = this.enterNow(line)
    if (free !== null) return free
    const own = this.#waiting.get(line) ?? []
    if (own.length >= this.#options.maxWaitingPerLine) return 'line-full'
    if (this.#waitingCount >= this.#options.maxWaiting) return 'full'
    await this.#wait(line, own, signal)
    return this.#exitOf(line)
  }

  /** The same where there is a free place; null where the caller would have to wait. */
  enterNow(line: string): (() => void) | null {
    if (!this.#mayGo(line)) return null
    this.#take(line)
    return this.#exitOf(line)
  }

  #exitOf(line: string): () => void {
    let isGivenBack = false
    return () => {
      if (isGivenBack) return
      isGivenBack = true
      this.#giveBack(line)
    }
  }

  #mayGo(line: string): boolean {
    return this.#runningCount < this.#options.atOnce && (this.#running.get(line) ?? 0) < this.#options.perLine
  }

  #take(line: string): void {
    this.#runningCount += 1
    this.#running.set(line, (this.#running.get(line) ?? 0) + 1)
  }

  #wait(line: string, own: Waiting[], signal?: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      this.#remove(line, waiting)
      reject(signal?.reason)
    }
    const waiting: Waiting = {
      go: () => {
        signal?.removeEventListener('abort', leave)
        this.#remove(line, waiting)
        this.#goToTheEnd(line)
        this.#take(line)
        resolve()
      },
    }
    own.push(waiting)
    this.#waiting.set(line, own)
    this.#waitingCount += 1
    signal?.addEventListener('abort', leave, { once: true })
    return promise
  }

  #remove(line: string, waiting: Waiting): void {
    const own = this.#waiting.get(line) ?? []
    const at = own.indexOf(waiting)
    if (at === -1) return
    own.splice(at, 1)
    this.#waitingCount -= 1
    if (own.length === 0) this.#waiting.delete(line)
  }

  #goToTheEnd(line: string): void {
    const own = this.#waiting.get(line)
    if (own === undefined) return
    this.#waiting.delete(line)
    this.#waiting.set(line, own)
  }

  #giveBack(line: string): void {
    this.#runningCount -= 1
    const left = (this.#running.get(line) ?? 1) - 1
    if (left === 0) this.#running.delete(line)
    else this.#running.set(line, left)
    for (const [next, [first]] of this.#waiting) {
      if (!this.#mayGo(next)) continue
      first?.go()
      return
    }
  }
}
