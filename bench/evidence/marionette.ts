/** Firefox's remote protocol, as far as the downloads need it. */
import { connect, type Socket } from 'node:net'

export class Marionette {
  readonly #socket: Socket
  #buffer = Buffer.alloc(0)
  #asked = 0
  readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (piece: Buffer) => this.#take(piece))
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => this.#fail(new Error('Firefox is gone')))
  }

  /** Waits until a Firefox listens on the port. */
  static async connect(port: number): Promise<Marionette> {
    for (let tries = 0; tries < 300; tries += 1) {
      const socket = connect(port, '127.0.0.1')
      const isOpen = await new Promise<boolean>((resolve) => {
        socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      })
      if (isOpen) return new Marionette(socket)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error('Firefox does not listen')
  }

  call(command: string, parameters: object = {}): Promise<unknown> {
    this.#asked += 1
    const text = JSON.stringify([0, this.#asked, command, parameters])
    this.#socket.write(`${Buffer.byteLength(text)}:${text}`)
    const answer = Promise.withResolvers<unknown>()
    this.#waiting.set(this.#asked, answer)
    return answer.promise
  }

  close(): void {
    this.#socket.destroy()
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }

  /** An answer is its length, a colon and that many bytes of JSON: type, number, error, result. */
  #take(piece: Buffer): void {
    this.#buffer = Buffer.concat([this.#buffer, piece])
    for (;;) {
      const colon = this.#buffer.indexOf(':')
      const end = colon + 1 + Number(this.#buffer.subarray(0, Math.max(0, colon)).toString())
      if (colon < 0 || this.#buffer.length < end) return
      const message = JSON.parse(this.#buffer.subarray(colon + 1, end).toString())
      this.#buffer = this.#buffer.subarray(end)
      if (!Array.isArray(message)) continue
      const [, id, error, result] = message
      const waiting = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (error === null) waiting?.resolve(result)
      else waiting?.reject(new Error(`${error.error}: ${error.message}`))
    }
  }
}
