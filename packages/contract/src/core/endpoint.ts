import type { z } from 'zod'
import type { ProblemCode } from './problems.ts'
import { type RouteName, routes } from './routes.ts'

/** What both ends promise of one call. Schemas are closed: a field that is not named is refused as 'unknown-field'. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  name: RouteName
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  summary: string
  params?: Params
  query?: Query
  body?: Body
  /** Absent: the answer is bytes or a page, not JSON. */
  reply?: Reply
  /** Status of success. */
  status: number
  problems: readonly ProblemCode[]
  /** 'account': only with a session; everyone else gets 'unauthenticated'. */
  who: 'anyone' | 'account'
  /** Where a second factor is on, it is asked for: in the body, or by the header `Waybill-Step-Up` of `finishStepUp`. */
  asksStepUp: boolean
  /** Largest body taken, but for parts. */
  maxBodyBytes: number
  /** Types of a body of bytes, taken in the place of JSON. */
  bodyTypes: readonly string[]
  /** Creates something: takes an `Idempotency-Key`, kept 24 hours, so that a retry never does it twice. */
  creates: boolean
  /** Also accepts `application/x-www-form-urlencoded` with an exact Origin, so that it works with scripts off. */
  acceptsForm: boolean
  /** Who may call is told by the upload's bearer token alone; cookies count for nothing. */
  takesUploadToken: boolean
  /** Also takes the form that mail programs post for their reader (RFC 8058), from no page. Its path holds the secret. */
  takesMailPost: boolean
  /** Takes a plain form with files (multipart/form-data) with an exact Origin, in the place of JSON; its body arrives raw. */
  takesMultipart: boolean
  /** Answers any of this server's own page origins on every upload port (CORS), not only the port asked. */
  crossesPorts: boolean
}

interface EndpointOptions<P, Q, B, R> {
  summary: string
  params?: P
  query?: Q
  body?: B
  reply?: R
  status?: number
  problems?: readonly ProblemCode[]
  who?: 'anyone' | 'account'
  asksStepUp?: boolean
  maxBodyBytes?: number
  bodyTypes?: readonly string[]
  creates?: boolean
  acceptsForm?: boolean
  takesUploadToken?: boolean
  takesMailPost?: boolean
  takesMultipart?: boolean
  crossesPorts?: boolean
}

/** Makes the promise named `name` from its line in the route table. */
export function endpoint<
  P extends z.ZodType = z.ZodType<Record<string, never>>,
  Q extends z.ZodType = z.ZodType<Record<string, never>>,
  B extends z.ZodType = z.ZodType<undefined>,
  R extends z.ZodType = z.ZodType<undefined>,
>(name: RouteName, options: EndpointOptions<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return {
    name,
    ...routes[name],
    status: 200,
    problems: [],
    who: 'anyone',
    asksStepUp: false,
    maxBodyBytes: 65_536,
    bodyTypes: [],
    creates: false,
    acceptsForm: false,
    takesUploadToken: false,
    takesMailPost: false,
    takesMultipart: false,
    crossesPorts: false,
    ...options,
  }
}

// biome-ignore lint/suspicious/noExplicitAny: any endpoint at all, whatever its schemas
export type AnyEndpoint = Endpoint<any, any, any, any>
/** What a caller sends as the body. */
export type BodyOf<E extends AnyEndpoint> =
  E extends Endpoint<infer _P, infer _Q, infer B, infer _R> ? z.input<B> : never
/** What a caller sends in the query. */
export type QueryOf<E extends AnyEndpoint> =
  E extends Endpoint<infer _P, infer Q, infer _B, infer _R> ? z.input<Q> : never
/** What a caller gets. */
export type ReplyOf<E extends AnyEndpoint> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never
