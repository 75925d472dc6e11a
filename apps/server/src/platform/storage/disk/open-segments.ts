import type { FileHandle } from 'node:fs/promises'

/** Two processes that alternate write two; more exist where processes died while a blob was being uploaded. */
const MAX_OPEN = 4

/** The files that one reader has open, one per segment. Closes the least recently used one to open another. */
export class OpenSegments {
  readonly #open: (segment: string) => Promise<FileHandle>
  /** In order of last use. */
  readonly #files = new Map<string, Promise<FileHandle>>()
  #isClosed = false

  constructor(open: (segment: string) => Promise<FileHandle>) {
    this.#open = open
  }

  /** @throws the error of opening it */
  file(segment: string): Promise<FileHandle> {
    if (this.#isClosed) return Promise.reject(new Error('the reader was closed'))
    const file = this.#files.get(segment) ?? this.#open(segment)
    this.#files.delete(segment)
    this.#files.set(segment, file)
    const [oldest] = this.#files.keys()
    if (this.#files.size > MAX_OPEN && oldest !== undefined) {
      const closing = this.#files.get(oldest)
      this.#files.delete(oldest)
      // Closing waits for current reads; the caller of `file` has received an error in opening.
      closing?.then((handle) => handle.close()).catch(() => {})
    }
    return file
  }

  /** Closes all, including those being opened. */
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
