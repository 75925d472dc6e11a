import type { FileHandle } from 'node:fs/promises'

/** Two processes that take turns write two; more come of processes that died while a blob was on its way. */
const MAX_OPEN = 4

/** The files one reader has open, one per segment. The one used longest ago is closed for a further one. */
export class OpenSegments {
  readonly #open: (segment: string) => Promise<FileHandle>
  /** In the order of their last use. */
  readonly #files = new Map<string, Promise<FileHandle>>()
  #isClosed = false

  constructor(open: (segment: string) => Promise<FileHandle>) {
    this.#open = open
  }

  /** @throws what opening it throws */
  file(segment: string): Promise<FileHandle> {
    if (this.#isClosed) return Promise.reject(new Error('the reader was closed'))
    const file = this.#files.get(segment) ?? this.#open(segment)
    this.#files.delete(segment)
    this.#files.set(segment, file)
    const [oldest] = this.#files.keys()
    if (this.#files.size > MAX_OPEN && oldest !== undefined) {
      const closing = this.#files.get(oldest)
      this.#files.delete(oldest)
      // Closing waits for what is being read; an error in opening was told to whoever asked.
      closing?.then((handle) => handle.close()).catch(() => {})
    }
    return file
  }

  /** Closes all, also those being opened. */
  async close(): Promise<void> {
    this.#isClosed = true
    const files = [...this.#files.values()]
    this.#files.clear()
    await Promise.all(
      files.map(async (opening) => {
        const file = await opening.catch(() => null)
        await file?.close()
      }),
    )
  }
}
