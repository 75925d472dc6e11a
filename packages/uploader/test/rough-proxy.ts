/** A TCP proxy that acts like a bad line: cuts, stalls, delays, refuses, and answers in the server's place. */
import net, { type AddressInfo, type Socket } from 'node:net'

/** The faults of one connection; counts are bytes from the client. */
export interface Fate {
  cutAfter?: number
  /** From here on nothing passes, and nothing closes. */
  stallAfter?: number
  delayMs?: number
  refuse?: boolean
  /** Sent at the first byte; then the connection closes. */
  answer?: string
  bytesPerSecond?: number
}

export class RoughProxy {
  /** The fault of the nth connection, from 0. */
  fate: (nth: number) => Fate = () => ({})
  connections = 0
  readonly #target: number
  readonly #open = new Set<Socket>()
  #server: net.Server | null = null
  #port = 0

  private constructor(target: number) {
    this.#target = target
  }

  static async before(target: number): Promise<RoughProxy> {
    const proxy = new RoughProxy(target)
    await proxy.up()
    return proxy
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async up(): Promise<void> {
    const server = net.createServer((client) => this.#carry(client, this.fate(this.connections++)))
    this.#server = server
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (server.address() as AddressInfo).port
  }

  /** Refuses connections from now on and cuts open ones. */
  async down(): Promise<void> {
    const server = this.#server
    this.#server = null
    this.cutAll()
    if (server) await new Promise((resolve) => server.close(resolve))
  }

  cutAll(): void {
    for (const socket of this.#open) socket.resetAndDestroy()
  }

  #carry(client: Socket, fate: Fate): void {
    this.#keep(client)
    if (fate.refuse) return void client.resetAndDestroy()
    const { answer } = fate
    if (answer) return void client.once('data', () => client.end(answer))
    const server = net.connect(this.#target, '127.0.0.1')
    this.#keep(server)
    let taken = 0
    client.on('data', (chunk: Buffer) => {
      if (taken >= (fate.stallAfter ?? Number.POSITIVE_INFINITY)) return
      taken += chunk.length
      if (taken > (fate.stallAfter ?? Number.POSITIVE_INFINITY)) return
      if (taken > (fate.cutAfter ?? Number.POSITIVE_INFINITY)) {
        client.resetAndDestroy()
        return void server.resetAndDestroy()
      }
      this.#pass(client, server, chunk, fate)
    })
    server.on('data', (chunk) => {
      if (taken <= (fate.stallAfter ?? Number.POSITIVE_INFINITY)) client.write(chunk)
    })
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
  }

  #pass(client: Socket, server: Socket, chunk: Buffer, { delayMs = 0, bytesPerSecond }: Fate): void {
    const waitMs = delayMs + (bytesPerSecond ? (chunk.length * 1_000) / bytesPerSecond : 0)
    if (waitMs === 0) return void server.write(chunk)
    client.pause()
    setTimeout(() => {
      server.write(chunk)
      client.resume()
    }, waitMs)
  }

  #keep(socket: Socket): void {
    this.#open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => this.#open.delete(socket))
  }
}
