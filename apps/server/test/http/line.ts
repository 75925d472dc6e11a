/**
 * A forwarded connection to a real server, be it a database, a mail server or ours: it can be cut, closed, or fall
 * silent.
 */
import net, { type AddressInfo, type Socket } from 'node:net'

export class Line {
  readonly #target: net.NetConnectOpts
  readonly #open = new Set<Socket>()
  #server: net.Server | null = null
  #port = 0
  #isSilent = false
  #breaksAfter: (() => number) | null = null

  private constructor(target: net.NetConnectOpts) {
    this.#target = target
  }

  /** `target`: a port of this machine, or the path of a socket. */
  static async to(target: net.NetConnectOpts): Promise<Line> {
    const line = new Line(target)
    await line.up()
    return line
  }

  get port(): number {
    return this.#port
  }

  /** Each counts twice: once for either end. */
  get openConnections(): number {
    return this.#open.size
  }

  /** Accepts again, on the same port, and forwards. */
  async up(): Promise<void> {
    this.#isSilent = false
    for (const socket of this.#open) socket.resume()
    if (this.#server) return
    const server = net.createServer((client) => this.#carry(client))
    this.#server = server
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (server.address() as AddressInfo).port
  }

  /** Refuses connections and cuts open ones. */
  async down(): Promise<void> {
    const server = this.#server
    this.#server = null
    this.cut()
    if (server) await new Promise((resolve) => server.close(resolve))
  }

  /** Breaks off every open connection. */
  cut(): void {
    for (const socket of this.#open) socket.destroy()
  }

  /** The same as a machine does it that no longer knows the connections. */
  reset(): void {
    for (const socket of this.#open) {
      if (socket.remoteAddress === undefined) socket.destroy()
      else socket.resetAndDestroy()
    }
  }

  /**
   * From now on nothing passes, in either direction, and nothing is closed: a host that hangs, or an unplugged cable.
   * Data sent meanwhile arrives once the line is up again.
   */
  hush(): void {
    this.#isSilent = true
    for (const socket of this.#open) socket.pause()
  }

  /** From now on each new connection is reset once this many bytes have passed: during its handshake, or soon after. */
  crumble(breaksAfter: (() => number) | null): void {
    this.#breaksAfter = breaksAfter
  }

  #carry(client: Socket): void {
    const server = net.connect(this.#target)
    if (this.#breaksAfter) breakAfter(this.#breaksAfter(), client, server)
    this.#join(client, server)
    this.#join(server, client)
  }

  #join(from: Socket, to: Socket): void {
    this.#open.add(from)
    from.on('data', (chunk) => to.write(chunk))
    from.on('end', () => to.end())
    from.on('error', () => {})
    from.on('close', () => {
      this.#open.delete(from)
      to.destroy()
    })
    if (this.#isSilent) from.pause()
  }
}

function breakAfter(bytes: number, client: Socket, server: Socket): void {
  let came = 0
  const onChunk = (chunk: Buffer) => {
    came += chunk.length
    if (came > bytes) client.resetAndDestroy()
  }
  client.on('data', onChunk)
  server.on('data', onChunk)
}
