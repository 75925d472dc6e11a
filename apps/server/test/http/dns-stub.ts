/** A name server with a test's answers: real queries and answers, over UDP. */
import { createSocket, type Socket } from 'node:dgram'
import { promises as dns } from 'node:dns'
import type { AddressInfo } from 'node:net'

const TYPE_A = 1

export class DnsStub {
  readonly #socket: Socket
  /** IPv4 addresses for each query in turn; the last stays. */
  answers: string[][] = []
  /** Queries for IPv4 addresses so far. */
  asked = 0

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('message', (question, from) => socket.send(this.#answerTo(question), from.port, from.address))
  }

  static async open(): Promise<DnsStub> {
    const socket = createSocket('udp4')
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
    return new DnsStub(socket)
  }

  get port(): number {
    return (this.#socket.address() as AddressInfo).port
  }

  /** Every address of a name, from this server. */
  resolve = async (name: string): Promise<string[]> => {
    const resolver = new dns.Resolver({ timeout: 1_000, tries: 1 })
    resolver.setServers([`127.0.0.1:${this.port}`])
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  }

  close = (): void => {
    this.#socket.close()
  }

  #answerTo(question: Buffer): Buffer {
    const nameEnd = question.indexOf(0, 12) + 1
    const isForA = question.readUInt16BE(nameEnd) === TYPE_A
    const addresses = isForA ? (this.answers[Math.min(this.asked, this.answers.length - 1)] ?? []) : []
    if (isForA) this.asked += 1
    const head = Buffer.alloc(12)
    question.copy(head, 0, 0, 2)
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(addresses.length, 6)
    const records = addresses.map((address) =>
      Buffer.from([0xc0, 0x0c, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
    )
    return Buffer.concat([head, question.subarray(12, nameEnd + 4), ...records])
  }
}
