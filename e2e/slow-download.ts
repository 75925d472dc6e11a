/** A download over a line of its own, as slow as wished: a socket that is read so many bytes at a time. */
import { type IncomingMessage, request } from 'node:http'

const TICK_MS = 100

export class SlowDownload {
  readonly chunks: Buffer[] = []
  readonly ended: Promise<'whole' | 'broken'>
  readonly #answer: IncomingMessage
  readonly #timer: NodeJS.Timeout
  #isPaused = false

  private constructor(answer: IncomingMessage, bytesPerSecond: number) {
    this.#answer = answer
    this.ended = new Promise((resolve) => {
      answer.once('end', () => resolve('whole'))
      answer.once('error', () => resolve('broken'))
      answer.once('close', () => resolve(answer.complete ? 'whole' : 'broken'))
    })
    this.#timer = setInterval(() => this.#read((bytesPerSecond * TICK_MS) / 1_000), TICK_MS)
    void this.ended.then(() => clearInterval(this.#timer))
  }

  static open(url: string, bytesPerSecond: number, from = 0): Promise<SlowDownload> {
    const headers = { 'x-forwarded-for': '47.75.18.65', ...(from === 0 ? {} : { range: `bytes=${from}-` }) }
    const { promise, resolve, reject } = Promise.withResolvers<SlowDownload>()
    const asked = request(url, { headers, agent: false }, (answer) => resolve(new SlowDownload(answer, bytesPerSecond)))
    asked.once('error', reject).end()
    return promise
  }

  get status(): number {
    return this.#answer.statusCode ?? 0
  }

  get bytes(): number {
    return this.chunks.reduce((sum, { length }) => sum + length, 0)
  }

  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    this.#isPaused = false
  }

  #read(wanted: number): void {
    for (let left = this.#isPaused ? 0 : wanted; left > 0; ) {
      const chunk = this.#answer.read() as Buffer | null
      if (chunk === null) return
      this.chunks.push(chunk)
      left -= chunk.length
    }
  }
}
