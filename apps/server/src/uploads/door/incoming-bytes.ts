import { S3Error } from './s3-error.ts'

const MAX_LINE_BYTES = 8_192

/** Reads a body step by step: so many bytes, a line, the end. Holds no more than one chunk of the connection. */
export class IncomingBytes {
  readonly #source: AsyncIterator<Buffer>
  #held: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#source.next()
    if (done) return false
    this.#held = this.#held.length === 0 ? value : Buffer.concat([this.#held, value])
    return true
  }

  /** Exactly `bytes` bytes, in pieces. @throws S3Error 'IncompleteBody' where fewer come */
  async *take(bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0; ) {
      if (this.#held.length === 0 && !(await this.#more())) throw incomplete()
      const piece = this.#held.subarray(0, left)
      this.#held = this.#held.subarray(piece.length)
      left -= piece.length
      if (piece.length > 0) yield piece
    }
  }

  /** The text up to CR LF. @throws S3Error 'IncompleteBody' where none comes in time */
  async line(): Promise<string> {
    for (;;) {
      const end = this.#held.indexOf('\r\n')
      if (end >= 0) {
        const line = this.#held.subarray(0, end).toString('latin1')
        this.#held = this.#held.subarray(end + 2)
        return line
      }
      if (this.#held.length > MAX_LINE_BYTES || !(await this.#more())) throw incomplete()
    }
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#held.length === 0) if (!(await this.#more())) return true
    return false
  }
}

const incomplete = () => new S3Error('IncompleteBody', 'The body ends before it is complete.')
