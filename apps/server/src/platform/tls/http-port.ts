import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { problems } from '@waybill/contract/core/problem-statuses'
import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import { bareHeaders, problemBody } from '../http/answer-problem.ts'
import { answerBroken } from '../http/connections/answer-broken.ts'
import { makeListener } from '../http/connections/make-listener.ts'
import { findAcmeChallenge } from './certificate-store.ts'

type Needs = Pick<Context, 'db' | 'origins' | 'log' | 'config' | 'customHosts'>

const CHALLENGE = '/.well-known/acme-challenge/'
/** Base64url (RFC 8555, 8.1). */
const TOKEN = /^[\w-]{16,128}$/
/** A certificate authority and readers ask a few times; strangers who ask more must not exhaust the database. */
const LOOKED_UP_AT_ONCE = 8

/**
 * The server on the plain HTTP port: it answers certificate authorities, and redirects readers to the same path over
 * https. It refuses a call that changes something or identifies its caller: its secret has already been sent
 * unencrypted, and a program should notice.
 */
export function makeHttpPort(ctx: Needs): Server {
  let lookups = 0
  const server = makeListener((request, response) => {
    const path = pathOf(request.url ?? '/')
    const token = path.startsWith(CHALLENGE) ? path.slice(CHALLENGE.length) : ''
    const isChallenge = TOKEN.test(token)
    const name = (request.headers.host ?? '').toLowerCase().replace(/:\d+$/, '')
    const { publicOrigin } = ctx.origins
    if (!isChallenge && name === ctx.config.publicUrl.hostname) return lead(publicOrigin, path, request, response)
    if (lookups >= LOOKED_UP_AT_ONCE) return refuse(response, new Problem('busy', { retryAfterSeconds: 1 }))
    lookups += 1
    const work = isChallenge
      ? answerChallenge(ctx, token, response)
      : originOf(ctx, name).then((origin) => lead(origin, path, request, response))
    void work.finally(() => {
      lookups -= 1
    })
  }, null)
  server.on('clientError', answerBroken)
  return server
}

/** The path after the host, even where the target is a full URL; never a host. */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target
  const url = URL.canParse(target) ? new URL(target) : null
  return url?.pathname.startsWith('/') ? `${url.pathname}${url.search}` : '/'
}

function lead(origin: string, path: string, request: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = request
  if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined) {
    refuse(response, new Problem('https-needed'))
    return
  }
  const to = { location: `${origin}${path}`, 'content-length': 0 }
  response.writeHead(301, { ...Object.fromEntries(bareHeaders), ...to }).end()
}

/** A custom host's own origin; PUBLIC_URL for every other name. */
async function originOf({ config, customHosts, origins, log }: Needs, name: string): Promise<string> {
  const { port } = config.publicUrl
  try {
    return (await customHosts.find(port === '' ? name : `${name}:${port}`))?.origin ?? origins.publicOrigin
  } catch (error) {
    log.warn({ error }, 'cannot look up a host')
    return origins.publicOrigin
  }
}

async function answerChallenge({ db, log }: Needs, token: string, response: ServerResponse): Promise<void> {
  try {
    const answer = await findAcmeChallenge(db, token)
    if (answer === null) return refuse(response, new Problem('not-found'))
    log.info('answered the challenge of a certificate authority')
    const type = { 'content-type': 'application/octet-stream', 'content-length': Buffer.byteLength(answer) }
    response.writeHead(200, { ...Object.fromEntries(bareHeaders), ...type }).end(answer)
  } catch (error) {
    log.warn({ error }, 'cannot look up a challenge')
    refuse(response, new Problem('database-unavailable', { retryAfterSeconds: 2 }))
  }
}

function refuse(response: ServerResponse, problem: Problem): void {
  const body = JSON.stringify(problemBody(problem))
  const { retryAfterSeconds } = problem.facts
  response
    .writeHead(problems[problem.code], {
      ...Object.fromEntries(bareHeaders),
      'content-type': 'application/problem+json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      // Nothing else that it sends is read.
      connection: 'close',
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    })
    .end(body)
}
