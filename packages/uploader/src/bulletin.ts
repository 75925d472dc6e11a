import type { Clock } from './transport/environment.ts'
import type { UploadProgress } from './upload.ts'

const TELL_EVERY_MS = 200

/** Tells listeners about changes: a change of status at once, all others a few times a second. */
export class Bulletin {
  readonly #clock: Clock
  readonly #read: () => UploadProgress
  readonly #listeners = new Set<(progress: UploadProgress) => void>()
  #status: string | null = null
  #stopTimer: (() => void) | null = null

  constructor(clock: Clock, read: () => UploadProgress) {
    this.#clock = clock
    this.#read = read
  }

  subscribe(listener: (progress: UploadProgress) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Something has changed. */
  changed(): void {
    if (this.#listeners.size === 0) return
    const progress = this.#read()
    if (progress.status !== this.#status) this.#tell(progress)
    else this.#stopTimer ??= this.#clock.after(TELL_EVERY_MS, () => this.#tell(this.#read()))
  }

  #tell(progress: UploadProgress): void {
    this.#stopTimer?.()
    this.#stopTimer = null
    this.#status = progress.status
    for (const listener of this.#listeners) listener(progress)
  }
}
