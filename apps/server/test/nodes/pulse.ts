/** One kind of work that must go on: when it last succeeded, and what must never happen. */
export class Pulse {
  readonly name: string
  /** Sentences; must stay empty. */
  readonly broken: string[] = []
  /** Answers by their status, and failures by their code. */
  readonly answers = new Map<number | string, number>()
  beats = 0
  #beatAt = performance.now()
  #longestMs = 0

  constructor(name: string) {
    this.name = name
  }

  /** Something succeeded. */
  beat(): void {
    const now = performance.now()
    this.#longestMs = Math.max(this.#longestMs, now - this.#beatAt)
    this.#beatAt = now
    this.beats += 1
  }

  /** Every answer, good or bad. */
  note(status: number | string, of: string): void {
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1)
    if (status === 500) this.broken.push(`${this.name}: ${of} was answered with 500`)
  }

  /** Forgets pauses before this moment; one that is under way begins now. */
  mark(): void {
    this.#beatAt = performance.now()
    this.#longestMs = 0
  }

  /** The longest pause between two successes since `mark`, the one under way included. */
  get longestMs(): number {
    return Math.max(this.#longestMs, performance.now() - this.#beatAt)
  }
}
