/** Bytes on a socket, exactly as written, and the answer: requests that no HTTP client would send. */
import { connect, type Socket } from 'node:net'

export interface WireAnswer {
  status: number
  version: string
  /** As received: names as spelt, with repetitions. */
  headers: Array<[name: string, value: string]>
  body: Buffer
}

export interface Spoken {
  answers: WireAnswer[]
  /** Whether the server ended the connection. */
  isClosed: boolean
}

export interface SpeakOptions {
  /** How many answers to wait for; more than one for pipelined requests. */
  answers?: number
  /** Methods of the requests, in order: an answer to HEAD has no body. */
  methods?: string[]
  /** How long to wait for an answer that may never come. */
  patienceMs?: number
  /** Half-closes the connection once everything is written. */
  ends?: boolean
}

/** Writes the pieces in turn and reads until the answers are complete, the server closes, or the time is up. */
export function speak(port: number, pieces: string | Buffer | Array<string | Buffer>, options: SpeakOptions = {}) {
  const { promise, resolve } = Promise.withResolvers<Spoken>()
  const wanted = options.answers ?? 1
  const socket = connect({ port, host: '127.0.0.1' })
  const chunks: Buffer[] = []
  const finish = (isClosed: boolean) => {
    clearTimeout(timer)
    socket.destroy()
    resolve({ answers: readAnswers(Buffer.concat(chunks), options.methods ?? [], isClosed), isClosed })
  }
  const timer = setTimeout(() => finish(false), options.patienceMs ?? 3_000)
  socket.on('data', (chunk) => {
    chunks.push(chunk)
    if (readAnswers(Buffer.concat(chunks), options.methods ?? [], false).length >= wanted) finish(false)
  })
  socket.on('error', () => finish(true))
  socket.on('close', () => finish(true))
  socket.on('connect', () => write(socket, pieces, options.ends ?? false))
  return promise
}

function write(socket: Socket, pieces: string | Buffer | Array<string | Buffer>, ends: boolean): void {
  for (const piece of Array.isArray(pieces) ? pieces : [pieces]) {
    if (!socket.destroyed) socket.write(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)
  }
  if (ends) socket.end()
}

/** Complete answers in the bytes; includes one that ends with the connection. Without 1xx. */
function readAnswers(bytes: Buffer, methods: readonly string[], isClosed: boolean): WireAnswer[] {
  const answers: WireAnswer[] = []
  for (let at = 0; at < bytes.length; ) {
    const headEnd = bytes.indexOf('\r\n\r\n', at)
    if (headEnd < 0) break
    const [line = '', ...lines] = bytes.toString('latin1', at, headEnd).split('\r\n')
    const [version = '', status = ''] = line.split(' ')
    const headers = lines.map((one): [string, string] => {
      const colon = one.indexOf(':')
      return [one.slice(0, colon), one.slice(colon + 1).trim()]
    })
    const read = readBody(bytes, headEnd + 4, {
      headers,
      status: Number(status),
      method: methods[answers.length],
      isClosed,
    })
    if (read === null) break
    at = read.end
    if (Number(status) >= 200) answers.push({ version, status: Number(status), headers, body: read.body })
  }
  return answers
}

interface Framing {
  headers: WireAnswer['headers']
  status: number
  method: string | undefined
  isClosed: boolean
}

function readBody(bytes: Buffer, from: number, framing: Framing): { body: Buffer; end: number } | null {
  const { headers, status, method, isClosed } = framing
  if (status < 200 || status === 204 || status === 304 || method === 'HEAD') return { body: Buffer.alloc(0), end: from }
  if (/chunked/i.test(headerOf(headers, 'transfer-encoding') ?? '')) return readChunks(bytes, from)
  const length = headerOf(headers, 'content-length')
  const end = length === undefined ? bytes.length : from + Number(length)
  if (length === undefined ? !isClosed : end > bytes.length) return null
  return { body: bytes.subarray(from, end), end }
}

function readChunks(bytes: Buffer, from: number): { body: Buffer; end: number } | null {
  const chunks: Buffer[] = []
  for (let at = from; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return null
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const end = lineEnd + 2 + size
    if (!(end + 2 <= bytes.length)) return null
    if (size === 0) return { body: Buffer.concat(chunks), end: end + 2 }
    chunks.push(bytes.subarray(lineEnd + 2, end))
    at = end + 2
  }
}

/** The first header with the name. */
export const headerOf = (headers: WireAnswer['headers'], name: string): string | undefined =>
  headers.find(([one]) => one.toLowerCase() === name)?.[1]
