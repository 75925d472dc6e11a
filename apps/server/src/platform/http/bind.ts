import type { AnyEndpoint, ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { type Actor, accountOf, actorOf } from './actor.ts'
import { once } from './once.ts'
import type { KnownPaths } from './pages/known-paths.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: AnyEndpoint
    /** Speaks S3: each call is signed with storage credentials, and nothing else identifies its caller. */
    isStorageDoor?: true
  }
  interface FastifyInstance {
    waybill: Context
    knownPaths: KnownPaths
  }
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : never

/** One checked call of an endpoint. `request` and `reply` are for raw bodies, cookies and headers only. */
export interface Call<E extends AnyEndpoint> {
  params: Parsed<NonNullable<E['params']>>
  query: Parsed<NonNullable<E['query']>>
  body: Parsed<NonNullable<E['body']>>
  actor: Actor
  request: FastifyRequest
  reply: FastifyReply
}

export type Handler<E extends AnyEndpoint> = (call: Call<E>) => Promise<ReplyOf<E> | undefined>

/**
 * Binds a contract endpoint to its use case: checks params, query and body against the closed schemas, passes the
 * parsed values on, and sends the answer. `answer-problem.ts` maps what a handler throws. A handler that takes the
 * reply over (a stream, a redirect) returns undefined after it has sent the reply.
 */
export function bind<E extends AnyEndpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    bodyLimit: endpoint.maxBodyBytes,
    exposeHeadRoute: false,
    // Before the body is read: the caller may be a stranger.
    onRequest: async (request) => {
      if (endpoint.auth !== 'session') return
      const { memberRole } = accountOf(actorOf(request))
      if (endpoint.isAdminOnly && memberRole !== 'admin') throw new Problem('admin-only')
    },
    handler: async (request, reply) => {
      const call = {
        params: check(endpoint.params, request.params, 'params'),
        query: check(endpoint.query, request.query, 'query'),
        body: check(endpoint.body, request.body, 'body'),
        actor: actorOf(request),
        request,
        reply,
      } as Call<E>
      const act = () => handler(call)
      const result = endpoint.creates
        ? await once(app.waybill, request, endpoint.name, endpoint.status, act)
        : await act()
      if (reply.sent) return reply
      reply.code(endpoint.status)
      // Neither caches nor the browser store an answer, unless its handler says otherwise.
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      return endpoint.reply ? reply.send(result) : reply.send()
    },
  })
}

function check(schema: z.ZodType | undefined, value: unknown, where: string): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(value ?? {})
  if (result.success) return result.data
  const unknown = result.error.issues.find((issue) => issue.code === 'unrecognized_keys')
  if (unknown)
    throw new Problem('unknown-field', { where, fields: unknown.keys.slice(0, 20).map((key) => key.slice(0, 100)) })
  const [first] = result.error.issues
  throw new Problem('invalid-input', { where, field: first?.path.join('.') ?? '', reason: first?.message ?? '' })
}
