import { Problem } from '@waybill/contract/core/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { linkTo, paths } from '../../links.ts'
import { findWorkspaceOf } from './custom-host-store.ts'
import type { CustomHost } from './custom-hosts.ts'
import { isServedHere, subjectOf } from './served-here.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null at PUBLIC_URL. */
    customHost: CustomHost | null
  }
}

/** Pages that ours link to, and that people type. */
const leading: readonly string[] = ['/', paths.login]

/**
 * Whether a request to a custom host goes on. The first page and the login lead to PUBLIC_URL, and so do the pages of a
 * host that is not served any more; everything that is not on the list is refused as at a host that is not ours.
 *
 * @throws Problem 'wrong-host'
 */
export function admitToCustomHost(
  { config }: Pick<Context, 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
  host: CustomHost,
): FastifyReply | null {
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  const { url = '' } = request.routeOptions
  if (isReading && leading.includes(url)) return leave(reply, linkTo(config, url))
  if (!isServedHere(request)) throw new Problem('wrong-host', {})
  if (host.isServed) return null
  // A target may be a whole URL; its host decides nothing.
  if (isReading) return leave(reply, linkTo(config, request.url.replace(/^https?:\/\/[^/]*/i, '')))
  throw new Problem('wrong-host', {})
}

const leave = (reply: FastifyReply, to: string): FastifyReply =>
  reply.header('cache-control', 'no-store').redirect(to, 302)

/** Valid in every place where one is read; nobody has it. */
const NOBODYS = '0000000'

/**
 * Call it once the body is read, before anything else looks at it. A thing of another workspace is as unknown at this
 * host as one that nobody has: both names are replaced by one that nobody has, so all that follows is the same.
 */
export async function hideForeign({ db }: Pick<Context, 'db'>, request: FastifyRequest): Promise<void> {
  const { customHost } = request
  const subject = customHost === null ? null : subjectOf(request)
  if (customHost === null || subject === null) return
  const holder = request[subject.in] as Record<string, unknown> | null | undefined
  const named = holder?.[subject.field]
  // The schema refuses everything else.
  if (typeof named !== 'string' || holder === null || holder === undefined) return
  const isOwn = !named.includes('\0') && (await findWorkspaceOf(db, subject.kind, named)) === customHost.workspaceId
  if (!isOwn) holder[subject.field] = NOBODYS
}
