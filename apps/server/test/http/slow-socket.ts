import { connect, type Socket } from 'node:net'

const TICK_MS = 250

/** A connection that sends something now and then and never ends: when it is cut it reconnects, until it is closed. */
export class SlowSocket {
  readonly #port: number
  readonly #head: string
  readonly #timer: NodeJS.Timeout
  #socket: Socket

  private constructor(port: number, head: string) {
    this.#port = port
    this.#head = head
    this.#socket = this.#open()
    this.#timer = setInterval(() => {
      if (this.#socket.destroyed) this.#socket = this.#open()
      else if (this.#socket.writable) this.#socket.write('a')
    }, TICK_MS)
  }

  /** Sends `head` and then a letter at a time. Resolves once it is connected and the head has been sent. */
  static async open(port: number, head: string): Promise<SlowSocket> {
    const slow = new SlowSocket(port, head)
    await new Promise<void>((resolve, reject) => {
      slow.#socket.once('error', reject)
      slow.#socket.write('', () => resolve())
    })
    return slow
  }

  #open(): Socket {
    const socket = connect(this.#port, '127.0.0.1')
    socket.on('error', () => {})
    socket.resume()
    socket.write(this.#head)
    return socket
  }

  get isOpen(): boolean {
    return this.#socket.readyState === 'open'
  }

  close(): void {
    clearInterval(this.#timer)
    this.#socket.destroy()
  }
}
