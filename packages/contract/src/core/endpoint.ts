import type { z } from 'zod'
import type { KeyScope } from '../identity/key-scopes.ts'
import type { ProblemCode } from './problems.ts'
import { type RouteName, routeOf } from './routes.ts'

/**
 * How a caller proves who it is:
 * - 'none': no proof is required; a session counts where there is one;
 * - 'session': the access token of an account; all others get 'unauthenticated';
 * - 'operator': the access token of an account that the command line made an operator, and that has a second factor. For
 *   everybody else there is no such path: the server answers as it does for any unknown one;
 * - 'cookie': the session's cookie alone, for the calls that renew and end a session;
 * - 'upload-token': the upload's bearer token alone; cookies are ignored;
 * - 'bearer': a bearer token alone: of a session, of an API key or of an upload. Beside a cookie it must come from a page
 *   of ours;
 * - 'form': as 'none', and also accepts a plain form of our own pages, with an exact Origin, so that it works with
 *   scripts off;
 * - 'mail-post': as 'form', and also accepts the form that mail programs post for their reader (RFC 8058); the path
 *   holds the secret;
 * - 'signature': the sender signs the body; cookies and origins are ignored;
 * - 'scraper': the bearer token METRICS_TOKEN, or a caller on this machine; cookies are ignored.
 */
export type Auth =
  | 'none'
  | 'session'
  | 'operator'
  | 'cookie'
  | 'upload-token'
  | 'bearer'
  | 'form'
  | 'mail-post'
  | 'signature'
  | 'scraper'

/** The kinds that programs without a page use: they involve nothing that a foreign page could borrow. */
export const programAuths: ReadonlySet<Auth> = new Set(['upload-token', 'bearer', 'mail-post', 'signature'])

/**
 * The contract of one call, for both ends. Schemas are closed: the server refuses an unnamed field as 'unknown-field'.
 */
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
  /** HTTP status of success. */
  status: number
  problems: readonly ProblemCode[]
  auth: Auth
  /** The scope of the API keys that may make this call; null: no key may. A new endpoint is closed to keys. */
  keyScope: KeyScope | null
  /** Asks for the second factor where one is on: in the body, or by the header `Waybill-Step-Up` of `finishStepUp`. */
  asksStepUp: boolean
  /** Only for the admin of a workspace; its members get 'admin-only'. */
  isAdminOnly: boolean
  /**
   * Also for a member whose team requires a second factor before they have one: setting it up, signing in and out,
   * finishing what is being sent, and leaving. All other calls of theirs get 'second-factor-required'. 'as-visitor': what
   * anybody with a link may do; the call does not know who is signed in then.
   */
  worksWithoutFactor: boolean | 'as-visitor'
  /** Largest accepted body, except for parts. */
  maxBodyBytes: number
  /** Content types accepted in place of JSON: bytes, or a form with files, 'multipart/form-data'. */
  bodyTypes: readonly string[]
  /** Creates something: takes an `Idempotency-Key`, kept for 24 hours, so that a retry never creates it twice. */
  creates: boolean
  /**
   * Which limit of concurrent calls it counts against: 'callers': that of its network and its account; 'tokens': that
   * of a network whose token the server is looking up; 'nobody': none, because the call is cheap or must be answered
   * whatever the load.
   */
  countsAmong: 'callers' | 'tokens' | 'nobody'
  /** Sends the bytes of stored files: a client that half-closes its connection after asking still gets them all. */
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
  keyScope?: KeyScope
  asksStepUp?: boolean
  isAdminOnly?: boolean
  worksWithoutFactor?: boolean | 'as-visitor'
  maxBodyBytes?: number
  bodyTypes?: readonly string[]
  countsAmong?: Endpoint['countsAmong']
  isDownload?: boolean
  crossesPorts?: boolean
}

/** Makes the endpoint `name` from its line in the route table. */
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
    keyScope: null,
    asksStepUp: false,
    isAdminOnly: false,
    worksWithoutFactor: false,
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
/** The type of a caller's body. */
export type BodyOf<E extends AnyEndpoint> =
  E extends Endpoint<infer _P, infer _Q, infer B, infer _R> ? z.input<B> : never
/** The type of a caller's query. */
export type QueryOf<E extends AnyEndpoint> =
  E extends Endpoint<infer _P, infer Q, infer _B, infer _R> ? z.input<Q> : never
/** The type of the answer. */
export type ReplyOf<E extends AnyEndpoint> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never
