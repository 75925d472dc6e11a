import type { IncomingMessage } from 'node:http'
import { takesMultipart } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readBody } from './read-body.ts'

const JSON_TYPE = /^application\/json(?:; ?charset=utf-8)?$/i
const FORM_TYPE = /^application\/x-www-form-urlencoded(?:; ?charset=utf-8)?$/i
/** What mail programs should post (RFC 8058, 3.1). */
const MULTIPART_TYPE = /^multipart\/form-data; ?boundary=\S+$/i
const BYTES_TYPE = 'application/octet-stream'

const LONG_CHARS = 262_144

/** From the first byte of a multipart form to its last: 10 MB at half a megabit per second. */
const FORM_PATIENCE_MS = 180_000

/** The types of body, each matched exactly: JSON, raw parts, and pictures and forms where an endpoint allows them. */
export function takeContentTypes(app: FastifyInstance, formPatienceMs = FORM_PATIENCE_MS): void {
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const read = () => void parseJson(request, String(body), done)
    // A long body is parsed in a turn of its own, so that others are served in between.
    if (body.length < LONG_CHARS) read()
    else setImmediate(() => parseJson(request, String(body), (...told) => setImmediate(() => done(...told))))
  })
  app.addContentTypeParser(BYTES_TYPE, (_request, _body, done) => done(null))
  app.addContentTypeParser(/^image\/(?:png|jpeg|webp)$/, { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body)
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))))
  })
  app.addContentTypeParser('multipart/form-data', (request: FastifyRequest, raw: IncomingMessage) =>
    parseMultipart(request, raw, formPatienceMs),
  )
}

async function parseMultipart(request: FastifyRequest, raw: IncomingMessage, patienceMs: number): Promise<unknown> {
  const { bodyLimit, config } = request.routeOptions
  const body = await readBody(raw, { maxBytes: bodyLimit ?? 0, patienceMs })
  const answer = new Response(body, { headers: { 'content-type': request.headers['content-type'] ?? '' } })
  const form = await answer.formData().catch(() => null)
  if (form === null) throw new Problem('invalid-input', { where: 'body', field: '' })
  // A field may occur several times, with a file each.
  return config.endpoint && takesMultipart(config.endpoint) ? form : Object.fromEntries(form)
}

const isMultipart = (type: string): boolean => MULTIPART_TYPE.test(type)

/** Refuses a body of any type that the endpoint does not list, however the header is spelt. */
export function guardContentType(request: FastifyRequest): void {
  const { endpoint } = request.routeOptions.config
  if (!endpoint || endpoint.method === 'GET') return
  const type = request.headers['content-type']
  if (takesMultipart(endpoint)) {
    if (type === undefined || !isMultipart(type) || request.headers.origin === undefined) {
      throw new Problem('media-type-unsupported')
    }
    return
  }
  if (endpoint.bodyTypes.length > 0) {
    if (type === undefined || !endpoint.bodyTypes.includes(type)) throw new Problem('media-type-unsupported')
    return
  }
  if (type === undefined && !endpoint.body) return
  if (type !== undefined && JSON_TYPE.test(type)) return
  if (type !== undefined && endpoint.auth === 'mail-post' && (FORM_TYPE.test(type) || isMultipart(type))) return
  const isOwnForm = endpoint.auth === 'form' && request.headers.origin !== undefined
  if (type !== undefined && isOwnForm && FORM_TYPE.test(type)) return
  throw new Problem('media-type-unsupported')
}
