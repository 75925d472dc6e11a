/**
 * A real HTTP server that speaks the upload contract, for the engine's own tests: keeps bytes in memory, checks every
 * checksum, lets equal ranges race and the newest of overlapping ones win, and does what a test tells it to. With
 * `presigned` it is also a store with signed URLs.
 */
import { createHash } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32 } from 'node:zlib'
import { problems } from '@waybill/contract/core/problem-statuses'
import { Problem, type ProblemCode } from '@waybill/contract/core/problems'
import type { PlannedBlob, UploadPlan } from '@waybill/contract/uploads/endpoints'
import { fingerprintFiles, type SourceFile, type UploadApi } from '../src/index.ts'

const KIB = 1024

export interface ServerOptions {
  origins?: number
  presigned?: boolean
  partBytes?: number
  maxPartBytes?: number
  /** Smaller files travel in packs of up to `packBytes`. */
  packedBelow?: number
  packBytes?: number
}

/** One PUT as the server saw it. */
export interface Put {
  blob: string
  offset: number
  bytes: number
  /** The origin that it came to. */
  origin: number
  token: string | undefined
  outcome: 'stored' | 'known' | 'broken' | ProblemCode | number
}

/** What a test may do to a PUT before the server reads it: answer it, or break the connection. Undefined: nothing. */
export type Fault = { status: number; body?: string; headers?: Record<string, string> } | ProblemCode | 'break'

interface Held {
  blob: PlannedBlob
  content: Buffer
  parts: Array<{ offset: number; bytes: number; crc32: number }>
  writers: Set<{ offset: number; end: number; isSuperseded: boolean }>
}

export class PartServer {
  readonly puts: Put[] = []
  readonly calls: string[] = []
  probes = 0
  readonly memberCrcs = new Map<string, number[]>()
  /** Called for every PUT. */
  fault: (put: Put) => Fault | undefined = () => undefined
  /** Called after a part is stored and before the answer; true breaks the answer. */
  loseAnswer: (put: Put) => boolean = () => false
  token = 'token-1'
  signature = 'signature-1'
  readonly #options: Required<ServerOptions>
  readonly #servers: http.Server[] = []
  readonly #held = new Map<string, Held>()
  #files: UploadPlan['files'] = []
  origins: string[] = []

  private constructor(options: ServerOptions) {
    const sizes = { partBytes: 256 * KIB, maxPartBytes: 64 * KIB * KIB, packedBelow: 64 * KIB, packBytes: 256 * KIB }
    this.#options = { origins: 1, presigned: false, ...sizes, ...options }
  }

  static async start(options: ServerOptions = {}): Promise<PartServer> {
    const server = new PartServer(options)
    for (let nth = 0; nth < server.#options.origins; nth++) await server.#listen(nth, 0)
    return server
  }

  get ports(): number[] {
    return this.origins.map((origin) => Number(new URL(origin).port))
  }

  async stop(): Promise<void> {
    for (const server of this.#servers.splice(0)) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }

  /** Listens again at the same address. */
  async start(): Promise<void> {
    for (const [nth, port] of this.ports.entries()) await this.#listen(nth, port)
  }

  async plan(files: readonly SourceFile[]): Promise<UploadPlan> {
    const manifest = await fingerprintFiles(files)
    this.#files = manifest.map((file, i) => ({ id: `file-${i}`, ...file }))
    for (const blob of this.#lay(files.map(({ bytes }) => bytes))) {
      this.#held.set(blob.id, { blob, content: Buffer.alloc(blob.bytes), parts: [], writers: new Set() })
    }
    return this.present()
  }

  present(): UploadPlan {
    return {
      upload: 'upload',
      token: this.token,
      expiresAt: '2100-01-01T00:00:00Z',
      transport: this.#options.presigned ? 'presigned' : 'server',
      origins: this.origins,
      maxPartBytes: this.#options.maxPartBytes,
      ...{ maxParallel: null, line: null },
      files: this.#files,
      blobs: [...this.#held.values()].map(({ blob, parts }) => ({
        ...blob,
        have: parts.map(({ offset, bytes }) => [offset, bytes] as [number, number]),
      })),
    }
  }

  /** The calls of the page's client, in this process. */
  api(): UploadApi {
    return {
      readUpload: async () => {
        this.calls.push('readUpload')
        return this.present()
      },
      renew: async () => {
        this.calls.push('renew')
        return this.present()
      },
      signParts: async ({ parts }) => {
        this.calls.push('signParts')
        for (const part of parts) if (part.memberCrcs) this.memberCrcs.set(part.blob, part.memberCrcs)
        const signed = parts.map(({ blob, offset, bytes, md5 }) => ({
          blob,
          offset,
          url: `${this.origins[0]}/store/${blob}?offset=${offset}&bytes=${bytes}&signature=${this.signature}`,
          headers: { 'Content-MD5': md5, 'Content-Length': String(bytes) },
          expiresAt: '2100-01-01T00:00:00Z',
        }))
        return { parts: signed }
      },
    }
  }

  /** Stores a range as if another sender had sent it. */
  put(blob: string, offset: number, content: Buffer): void {
    const held = this.#held.get(blob) as Held
    content.copy(held.content, offset)
    held.parts.push({ offset, bytes: content.length, crc32: crc32(content) })
  }

  /** The content of a file as it arrived; throws where a byte is missing or covered twice. */
  received(file: number): Buffer {
    for (const { blob, content, parts } of this.#held.values()) {
      const index = blob.members.findIndex((member) => member.file === file)
      if (index < 0) continue
      let end = 0
      for (const part of parts.toSorted((a, b) => a.offset - b.offset)) {
        if (part.offset !== end) throw new Error(`blob ${blob.id} is not covered once at ${end}`)
        end += part.bytes
      }
      if (end !== blob.bytes) throw new Error(`blob ${blob.id} ends at ${end}`)
      const start = blob.members[index]?.offset ?? 0
      return content.subarray(start, blob.members[index + 1]?.offset ?? blob.bytes)
    }
    return Buffer.alloc(0)
  }

  async #listen(nth: number, port: number): Promise<void> {
    const server = http.createServer((request, response) => void this.#answer(request, response, nth))
    this.#servers.push(server)
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    this.origins[nth] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  #lay(sizes: readonly number[]): PlannedBlob[] {
    const { partBytes, packedBelow, packBytes, presigned } = this.#options
    const blobs: PlannedBlob[] = []
    let pack: PlannedBlob | null = null
    const open = (isPack: boolean): PlannedBlob => {
      const id = `blob-${blobs.length}`
      const path = presigned ? null : `/uploads/upload/blobs/${id}`
      const resizable = !presigned && !isPack
      const blob = { id, bytes: 0, partBytes, resizable, minPartBytes: 64 * KIB, path, members: [], have: [] }
      blobs.push(blob)
      return blob
    }
    for (const [file, bytes] of sizes.entries()) {
      if (bytes === 0) continue
      const isSmall = bytes < packedBelow
      if (isSmall && (!pack || pack.bytes + bytes > packBytes)) pack = open(true)
      const blob = isSmall && pack ? pack : open(false)
      blob.members.push({ file, offset: blob.bytes })
      blob.bytes += bytes
      if (isSmall) blob.partBytes = blob.minPartBytes = blob.bytes
    }
    return blobs
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse, origin: number): Promise<void> {
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Access-Control-Allow-Headers', '*, authorization')
    response.setHeader('Access-Control-Allow-Methods', '*')
    if (request.method === 'GET' && request.url === '/-/probe') this.probes++
    if (request.method === 'OPTIONS' || request.url === '/-/probe') return void response.writeHead(204).end()
    try {
      const put = this.#putOf(request, origin)
      this.puts.push(put)
      await this.#receive(put, request, response)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      answerProblem(response, error.code)
    }
  }

  #putOf(request: http.IncomingMessage, origin: number): Put {
    const url = new URL(request.url ?? '', 'http://x')
    const blob = url.pathname.split('/').at(-1) ?? ''
    const offset = Number(url.searchParams.get('offset') ?? request.headers['waybill-offset'])
    const token = request.headers.authorization ?? url.searchParams.get('signature') ?? undefined
    return { blob, offset, bytes: Number(request.headers['content-length']), origin, token, outcome: 'broken' }
  }

  async #receive(put: Put, request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const fault = this.fault(put)
    if (fault === 'break') return void request.socket.destroy()
    if (typeof fault === 'string') return this.#refuse(put, fault)
    if (fault) {
      put.outcome = fault.status
      request.resume()
      return void response.writeHead(fault.status, fault.headers).end(fault.body ?? '<html>something on the way</html>')
    }
    if (put.token !== `Bearer ${this.token}` && put.token !== this.signature) {
      request.resume()
      return this.#refuse(put, 'upload-token-wrong')
    }
    const held = this.#held.get(put.blob)
    if (!held) return this.#refuse(put, 'upload-not-found')
    this.#checkPlace(held, put)
    await this.#store(held, put, request, response)
  }

  #checkPlace({ blob }: Held, put: Put): void {
    const end = put.offset + put.bytes
    const isOnGrid = blob.resizable
      ? put.offset % blob.minPartBytes === 0 && (put.bytes % blob.minPartBytes === 0 || end === blob.bytes)
      : put.offset % blob.partBytes === 0 && put.bytes === Math.min(blob.partBytes, blob.bytes - put.offset)
    if (!isOnGrid || end > blob.bytes) this.#refuse(put, 'part-misplaced')
    if (put.bytes > this.#options.maxPartBytes) this.#refuse(put, 'part-too-large')
  }

  async #store(held: Held, put: Put, request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const end = put.offset + put.bytes
    const writer = { offset: put.offset, end, isSuperseded: false }
    for (const other of held.writers) {
      const isRival = other.offset === put.offset && other.end === end
      other.isSuperseded ||= other.offset < end && put.offset < other.end && !isRival
    }
    held.writers.add(writer)
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer)
    } catch {
      return
    } finally {
      held.writers.delete(writer)
    }
    if (writer.isSuperseded) this.#refuse(put, 'part-superseded')
    const content = Buffer.concat(chunks)
    const sum = crc32(content)
    if (content.length !== put.bytes) this.#refuse(put, 'part-size-mismatch')
    this.#checkSum(put, request, content, sum)
    const overlapping = held.parts.filter((part) => part.offset < end && put.offset < part.offset + part.bytes)
    const [known] = overlapping
    const isKnown = overlapping.length === 1 && known?.offset === put.offset && known.bytes === put.bytes
    if (overlapping.length > 0 && !(isKnown && known.crc32 === sum)) this.#refuse(put, 'part-conflict')
    if (!isKnown) this.put(put.blob, put.offset, content)
    put.outcome = isKnown ? 'known' : 'stored'
    if (this.loseAnswer(put)) return void request.socket.destroy()
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ offset: put.offset, bytes: put.bytes, crc32: sum }))
  }

  #checkSum(put: Put, request: http.IncomingMessage, content: Buffer, sum: number): void {
    const { 'content-md5': md5, 'waybill-crc32': claimed } = request.headers
    const hasMd5 = md5 === undefined || md5 === createHash('md5').update(content).digest('base64')
    if (!hasMd5 || (claimed !== undefined && Number(claimed) !== sum)) this.#refuse(put, 'part-crc-mismatch')
  }

  #refuse(put: Put, code: ProblemCode): never {
    put.outcome = code
    throw new Problem(code)
  }
}

let requests = 0
function answerProblem(response: http.ServerResponse, code: ProblemCode): void {
  const known = { type: 'about:blank', title: code, status: problems[code], code, facts: {} }
  response.writeHead(known.status, { 'Content-Type': 'application/problem+json' })
  response.end(JSON.stringify({ ...known, requestId: `r${++requests}` }))
}
