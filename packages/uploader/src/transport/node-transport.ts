/** The environment of an upload in Node, and files on a disk. Browsers never load this file. */
import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import { crc32 } from 'node:zlib'
import { readUncut, sumPart } from '../sums/sum-part.ts'
import type { SourceFile } from '../upload.ts'
import type { Clock, Environment, PartAnswer, PartRequest, Sending, Transport } from './environment.ts'

export type { Clock, Environment } from './environment.ts'

/** The file at `location` on this disk, under `path` in the transfer. Rejects with the system's ENOENT, EACCES … */
export async function openFile(location: string, path: string): Promise<SourceFile> {
  const { size, mtimeMs } = await stat(location)
  const blob = await openAsBlob(location)
  const look = async () => {
    const now = await stat(location)
    return { bytes: now.size, modifiedAt: Math.trunc(now.mtimeMs) }
  }
  return { path, bytes: size, modifiedAt: Math.trunc(mtimeMs), slice: (start, end) => blob.slice(start, end), look }
}

export interface NodeOptions {
  clock?: Clock
  /** Sent with every part and probe. */
  headers?: Record<string, string>
}

/** Separate keep-alive connections, checksums by zlib. Node cannot tell whether it is offline: it is always online. */
export function nodeEnvironment({ clock = systemClock, headers = {} }: NodeOptions = {}): Environment {
  const agents = { 'http:': new http.Agent({ keepAlive: true }), 'https:': new https.Agent({ keepAlive: true }) }
  return {
    clock,
    transport: nodeTransport(agents, clock, headers),
    checksums: {
      sum: (body, lengths, withMd5) => sumPart(body, lengths, crc32, withMd5 ? createHash('md5') : null, readUncut),
    },
    network: { isOnline: () => true, watch: () => () => {} },
    keepAwake: () => () => {},
    random: Math.random,
    close() {
      agents['http:'].destroy()
      agents['https:'].destroy()
    },
  }
}

const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

interface Agents {
  'http:': http.Agent
  'https:': https.Agent
}

function nodeTransport(agents: Agents, clock: Clock, common: Record<string, string>): Transport {
  const open = (url: string, options: http.RequestOptions) =>
    url.startsWith('https:')
      ? https.request(url, { agent: agents['https:'], ...options })
      : http.request(url, { agent: agents['http:'], ...options })
  return {
    send(part: PartRequest): Sending {
      const headers = { ...common, ...part.headers, 'Content-Length': String(part.body.size) }
      let request: http.ClientRequest
      const attempt = (isFirst: boolean): Promise<PartAnswer> => {
        const attempted = open(part.url, { method: 'PUT', headers, ...(isFirst ? {} : { agent: false }) })
        request = attempted
        void pour(part, attempted)
        return answerOf(attempted).catch((error: NodeJS.ErrnoException) => {
          // The other side had closed the kept connection: the part never arrived. Sends it once more, on a new one.
          const isStale = isFirst && attempted.reusedSocket && error.code === 'ECONNRESET'
          if (isStale && !isAborted) return attempt(false)
          throw error
        })
      }
      let isAborted = false
      const abort = () => {
        isAborted = true
        request.destroy()
      }
      return { answer: attempt(true), abort }
    },
    async probe(origin, timeoutMs) {
      const startedAt = clock.now()
      const request = open(`${origin}/-/probe`, { method: 'GET', headers: common })
      const callOff = clock.after(timeoutMs, () => request.destroy())
      const answer = await answerOf(request.end()).catch(() => null)
      callOff()
      // Half of it: the probe may also have opened the connection.
      return answer?.status === 204 ? (clock.now() - startedAt) / 2 : null
    },
  }
}

/** Resolves with the whole answer; an answer that comes before the whole body is sent ends the sending. */
async function answerOf(request: http.ClientRequest): Promise<PartAnswer> {
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once('response', resolve)
    request.on('error', reject)
    request.once('close', () => reject(new Error('closed without an answer')))
  })
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  if (!request.writableFinished) request.destroy()
  return {
    status: response.statusCode ?? 0,
    text: Buffer.concat(chunks).toString('utf8'),
    retryAfter: response.headers['retry-after'] ?? null,
  }
}

/** Writes the body as the connection takes it. An unreadable file aborts the request. */
async function pour({ body, onProgress }: PartRequest, request: http.ClientRequest): Promise<void> {
  let sent = 0
  try {
    for await (const chunk of body.stream()) {
      if (request.destroyed) return
      await new Promise<void>((resolve) => {
        request.once('close', resolve)
        request.write(chunk, (error) => {
          request.off('close', resolve)
          sent += chunk.length
          if (!error) onProgress(sent)
          resolve()
        })
      })
    }
    if (!request.destroyed) request.end()
  } catch (error) {
    request.destroy(error as Error)
  }
}
