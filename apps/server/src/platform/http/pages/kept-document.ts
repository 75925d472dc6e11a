import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip } from '../pack-answers.ts'

/** JSON that is the same for everybody as long as the process lives: serialised once, compressed once. */
export interface KeptDocument {
  bytes: Buffer
  packed: Promise<Buffer>
  etag: string
}

const pack = promisify(gzip)

export function keepDocument(bytes: Buffer): KeptDocument {
  const etag = createHash('sha256').update(bytes).digest('base64url').slice(0, 32)
  return { bytes, packed: pack(bytes), etag: `W/"${etag}"` }
}

/** A client with the current copy gets a 304 (RFC 9110, 13.1.2). */
export async function sendKept(kept: KeptDocument, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  reply.header('etag', kept.etag).header('cache-control', 'no-cache').header('vary', 'Accept-Encoding')
  if (known.includes('*') || known.includes(kept.etag.slice(2))) {
    await reply.code(304).send()
    return
  }
  reply.type('application/json; charset=utf-8')
  if (!acceptsGzip(request)) {
    await reply.send(kept.bytes)
    return
  }
  await reply.header('content-encoding', 'gzip').send(await kept.packed)
}
