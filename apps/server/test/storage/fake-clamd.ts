/** A program that speaks clamd's protocol, as badly as a test wants. */
import { createServer, type Socket } from 'node:net'

/** Assembled here, so that scanners leave this file alone. */
export const EICAR = Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('-'))

/**
 * 'sound': judges by the bytes; 'away': hangs up at once; 'dies': hangs up once it has the whole stream; 'cut': ends
 * within its answer; 'silent': never answers; 'early': says OK before it has everything; 'limit': refuses the size.
 */
export type Manner = 'sound' | 'away' | 'dies' | 'cut' | 'silent' | 'early' | 'limit' | 'chatty' | 'error'

export class FakeClamd {
  manner: Manner = 'sound'
  version = 'ClamAV 1.4.6/27812/Thu Nov 26 08:41:02 2026'
  /** What it finds, beside EICAR. */
  readonly signatures: Buffer[] = [EICAR]
  scans = 0
  readonly #sockets = new Set<Socket>()
  readonly #server = createServer((socket) => this.#serve(socket))

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const address = this.#server.address()
    return address !== null && typeof address === 'object' ? address.port : 0
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('close', () => this.#sockets.delete(socket))
    socket.on('error', () => {})
    if (this.manner === 'away') return void socket.destroy()
    let heard = Buffer.alloc(0)
    let isDone = false
    socket.on('data', (more: Buffer) => {
      heard = Buffer.concat([heard, more])
      const command = heard.subarray(0, heard.indexOf(0)).toString()
      if (isDone || !heard.includes(0)) return
      if (command === 'zVERSION') return void socket.end(`${this.version}\0`)
      const content = contentOf(heard.subarray(heard.indexOf(0) + 1))
      const answer = this.#answer(content)
      if (answer === null) return
      isDone = true
      this.scans += 1
      if (answer !== '') socket.end(answer)
      else if (this.manner === 'dies') socket.destroy()
    })
  }

  /** Null: it listens on; '': it says nothing. */
  #answer({ bytes, isWhole }: { bytes: Buffer; isWhole: boolean }): string | null {
    if (this.manner === 'early') return 'stream: OK\0'
    if (this.manner === 'limit' && bytes.length > 0) return 'INSTREAM size limit exceeded. ERROR\0'
    if (!isWhole) return null
    if (this.manner === 'cut') return 'stream: OK'
    if (this.manner === 'dies' || this.manner === 'silent') return ''
    if (this.manner === 'chatty') return 'stream: OK '.repeat(1_000)
    if (this.manner === 'error') return 'stream: Can’t allocate memory ERROR\0'
    return this.signatures.some((one) => bytes.includes(one)) ? 'stream: Eicar-Test FOUND\0' : 'stream: OK\0'
  }
}

/** The chunks so far, and whether the empty one that ends them has come. */
function contentOf(stream: Buffer): { bytes: Buffer; isWhole: boolean } {
  const chunks: Buffer[] = []
  for (let at = 0; at + 4 <= stream.length; ) {
    const length = stream.readUInt32BE(at)
    if (length === 0) return { bytes: Buffer.concat(chunks), isWhole: true }
    chunks.push(stream.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return { bytes: Buffer.concat(chunks), isWhole: false }
}
