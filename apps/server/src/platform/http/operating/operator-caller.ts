import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { hashToken } from '../../ids.ts'

const LOOPBACK_PEER = /^(?:(?:::ffff:)?127\.\d+\.\d+\.\d+|::1)$/i
const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i
const FORWARDING_HEADER = /^(?:forwarded|via|x-real-ip|x-forwarded(?:-.*)?)$/
/** `Authorization` is for sessions. */
export const OPERATOR_HEADER = 'waybill-operator-token'
const COOKIE = 'waybill_operator'

/**
 * Whether the caller is on this machine without a proxy in between, as far as can be seen: a proxy may not announce
 * itself.
 */
export const isDirect = ({ raw }: FastifyRequest): boolean =>
  LOOPBACK_PEER.test(raw.socket.remoteAddress ?? '') &&
  LOOPBACK_HOST.test(raw.headers.host ?? '') &&
  !isForwarded({ raw })

/** Whether the call has a header that proxies add. */
export const isForwarded = ({ raw }: Pick<FastifyRequest, 'raw'>): boolean =>
  Object.keys(raw.headers).some((name) => FORWARDING_HEADER.test(name))

/** Whether the call carries the operator's token: in `?token=`, in a header, or in the cookie that a page has set. */
export function showsOperatorToken(
  { operatorToken }: Pick<Context, 'operatorToken'>,
  request: FastifyRequest,
): boolean {
  const { token } = request.query as { token?: unknown }
  const { [OPERATOR_HEADER]: header } = request.headers
  const wanted = hashToken(operatorToken)
  return [token, header, request.cookies?.[COOKIE]].some(
    (shown) => typeof shown === 'string' && timingSafeEqual(hashToken(shown), wanted),
  )
}

/** The cookie for later calls, under the mailbox's path alone. */
export const operatorCookie = ({ operatorToken }: Pick<Context, 'operatorToken'>): string =>
  `${COOKIE}=${operatorToken}; Path=/-/mailbox; HttpOnly; SameSite=Strict`
