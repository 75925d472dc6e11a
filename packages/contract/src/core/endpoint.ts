import type { z } from 'zod'
import type { ProblemCode } from './problems.ts'
import { type RouteName, routeOf } from './routes.ts'

/**
 * How a caller proves who it is:
 * - 'none': nothing is asked for; a session counts where there is one;
 * - 'session': the access token of an account; everyone else gets 'unauthenticated';
 * - 'cookie': the session's cookie alone, for the calls that renew and end a session;
 * - 'upload-token': the upload's bearer token alone; cookies count for nothing;
 * - 'form': as 'none', and a plain form of a page of ours, with an exact Origin, is taken too: it works with scripts
 *   off;
 * - 'mail-post': as 'form', and so is the form that mail programs post for their reader (RFC 8058); the path holds the
 *   secret;
 * - 'signature': the sender signs the body; cookies and origins count for nothing.
 */
export type Auth = 'none' | 'session' | 'cookie' | 'upload-token' | 'form' | 'mail-post' | 'signature'

/** Those of them that programs without a page use: nothing is in play that a foreign page could borrow. */
export const programAuths: ReadonlySet<Auth> = new Set(['upload-token', 'mail-post', 'signature'])

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
  auth: Auth
  /**
   * Where a second factor is on, it is asked for: in the body, or by the header `Waybill-Step-Up` of `finishStepUp`.
   */
  asksStepUp: boolean
  /** Largest body taken, but for parts. */
  maxBodyBytes: number
  /** Types of a body taken in the place of JSON: bytes, or a form with files, 'multipart/form-data'. */
  bodyTypes: readonly string[]
  /** Creates something: takes an `Idempotency-Key`, kept 24 hours, so that a retry never does it twice. */
  creates: boolean
  /**
   * Among whose calls at once it counts: 'callers': its network's and its account's; 'tokens': its network's whose
   * token is being looked up; 'nobody': it costs nothing, or has to be answered whatever the crowd.
   */
  countsAmong: 'callers' | 'tokens' | 'nobody'
  /**
   * Sends the bytes of stored files: whoever ends their direction of the connection after asking gets them all the
   * same.
   */
  isDownload: boolean
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
  auth?: Auth
  asksStepUp?: boolean
  maxBodyBytes?: number
  bodyTypes?: readonly string[]
  countsAmong?: Endpoint['countsAmong']
  isDownload?: boolean
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
    status: 200,
    problems: [],
    auth: 'none',
    asksStepUp: false,
    maxBodyBytes: 65_536,
    bodyTypes: [],
    creates: false,
    countsAmong: options.auth === 'upload-token' ? 'tokens' : 'callers',
    isDownload: false,
    crossesPorts: false,
    ...options,
    ...routeOf(name),
  }
}

/** Whether its body is a form with files. */
export const takesMultipart = ({ bodyTypes }: Pick<Endpoint, 'bodyTypes'>): boolean =>
  bodyTypes.includes('multipart/form-data')

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
