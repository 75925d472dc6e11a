import { randomInt } from 'node:crypto'
import { gzip } from 'node:zlib'
import type { Auth } from '@waybill/contract/core/endpoint'
import type { RouteName } from '@waybill/contract/core/routes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Below, the answer and its headers fit one packet anyway. */
const PACKED_FROM_BYTES = 1_000
/** An answer of this size takes about 10 ms of one core. No list is longer; whatever is goes as it is. */
const PACKED_TO_BYTES = 2_000_000
/** Half the time of zlib's own level, for some percent more bytes. */
const LEVEL = 4
const MOST_PADDING_BYTES = 100

/**
 * The calls whose callers prove who they are by a bearer token of an account.
 *
 * The length of a compressed answer tells how much two of its parts have in common. If it holds a secret, and somebody
 * who watches the line chooses another part of it and has it sent often enough, they learn the secret (BREACH). No
 * foreign page can choose anything here, because a browser adds no bearer token by itself. So the calls that a cookie
 * authorises are left out: the one that answers with an access token above all. What remains is text that strangers
 * store, such as their names, beside links in a list that its owner reads again and again: `pad` makes lengths random.
 */
const PACKED_AUTHS: ReadonlySet<Auth> = new Set(['session', 'operator'])

/** Calls that visitors make too, whose answers hold nothing but what we publish: there is no secret to learn. */
const PUBLISHED: ReadonlySet<RouteName> = new Set(['readChangelog'])

/** Whether the client takes gzip (RFC 9110, 12.5.3); nothing is sent compressed to one that names it with `q=0`. */
export const acceptsGzip = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(headers['accept-encoding'] ?? '')

/**
 * Compresses the JSON of an account's calls, and of what we publish. Added before the limits of concurrent calls, so that the work counts as
 * part of the call. Streams, files, problems and whatever has an encoding already stay as they are.
 */
export function packAnswers(app: FastifyInstance): void {
  // With a callback, because every other answer must go at once: some handlers send before they return.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || !isPacked(request, reply)) return done(null, payload)
    const bytes = Buffer.byteLength(payload)
    if (bytes < PACKED_FROM_BYTES || bytes > PACKED_TO_BYTES) return done(null, payload)
    const others = reply.getHeader('vary')
    reply.header('vary', others === undefined ? 'Accept-Encoding' : `${others}, Accept-Encoding`)
    if (!acceptsGzip(request)) return done(null, payload)
    reply.header('content-encoding', 'gzip')
    gzip(payload, { level: LEVEL }, (error, packed) => (error ? done(error) : done(null, pad(packed))))
  })
}

function isPacked({ routeOptions: { config } }: FastifyRequest, reply: FastifyReply): boolean {
  const { endpoint } = config
  if (endpoint === undefined || !(PACKED_AUTHS.has(endpoint.auth) || PUBLISHED.has(endpoint.name))) return false
  const type = String(reply.getHeader('content-type') ?? '')
  return type.startsWith('application/json') && !reply.hasHeader('content-encoding')
}

const FLAGS_AT = 3
const HAS_COMMENT = 0x10
const HEAD_BYTES = 10

/** Adds a comment of random length to the head of a gzip stream (RFC 1952, 2.3): readers skip it. */
function pad(packed: Buffer): Buffer {
  const head = Buffer.from(packed.subarray(0, HEAD_BYTES))
  head[FLAGS_AT] = (head[FLAGS_AT] ?? 0) | HAS_COMMENT
  const comment = '-'.repeat(randomInt(MOST_PADDING_BYTES + 1))
  return Buffer.concat([head, Buffer.from(`${comment}\0`), packed.subarray(HEAD_BYTES)])
}
