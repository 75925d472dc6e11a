/** Many requests over few connections, sent ahead of their answers (RFC 9112, 9.3.2). */
import { connect } from 'node:net'

export interface PipedAnswer {
  status: number
  body: string
}

const END_OF_HEAD = Buffer.from('\r\n\r\n')

/**
 * Sends what `next` returns, packs of requests as bytes, until it returns none, and reports each answer in order. Every
 * connection has one pack in flight.
 */
export async function pipeline(
  port: number,
  connections: number,
  next: () => string[] | undefined,
  onAnswer: (answer: PipedAnswer) => void,
): Promise<void> {
  await Promise.all(Array.from({ length: connections }, () => runOne(port, next, onAnswer)))
}

function runOne(
  port: number,
  next: () => string[] | undefined,
  onAnswer: (answer: PipedAnswer) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = connect(port, '127.0.0.1')
  let unread: Buffer = Buffer.alloc(0)
  let missing = 0
  const sendMore = () => {
    const pack = next()
    if (pack === undefined) return socket.end()
    missing = pack.length
    return socket.write(pack.join(''))
  }
  socket.on('connect', sendMore)
  socket.on('data', (chunk) => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk])
    for (let read = readAnswer(unread); read !== null; read = readAnswer(unread)) {
      unread = unread.subarray(read.bytes)
      missing -= 1
      onAnswer(read.answer)
    }
    if (missing === 0) sendMore()
  })
  socket.on('error', reject)
  socket.on('close', () => (missing === 0 ? resolve() : reject(new Error(`${missing} answers never came`))))
  return promise
}

/** The first complete answer, and its length, which its head states. */
function readAnswer(bytes: Buffer): { answer: PipedAnswer; bytes: number } | null {
  const headEnd = bytes.indexOf(END_OF_HEAD)
  if (headEnd < 0) return null
  const head = bytes.toString('latin1', 0, headEnd)
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
  const end = headEnd + END_OF_HEAD.length + length
  if (bytes.length < end) return null
  const body = bytes.toString('utf8', end - length, end)
  return { answer: { status: Number(head.slice(9, 12)), body }, bytes: end }
}
