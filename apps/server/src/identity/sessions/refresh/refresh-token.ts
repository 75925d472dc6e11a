import type { MasterKey } from '../../../platform/config/master-key.ts'
import { isSameBytes } from '../../../platform/ids.ts'

const PURPOSE = 'refresh-token'
const FORM = /^([\w-]{20})\.(\d{1,9})\.([\w-]{43})$/

export interface TokenPlace {
  sessionId: string
  generation: number
  /** The session's own random bytes, from its row. */
  salt: Uint8Array
}

/**
 * The refresh token of one generation of a session: 256 bits of HMAC over a secret salt, under the server's key. It is
 * derived, not stored, so that the same successor can be issued again within the grace period; neither a stolen table
 * nor a stolen key alone can make one.
 */
export function refreshToken(masterKey: Pick<MasterKey, 'mac'>, { sessionId, generation, salt }: TokenPlace): string {
  const mac = masterKey.mac(PURPOSE, JSON.stringify([sessionId, generation, Buffer.from(salt).toString('hex')]))
  return `${sessionId}.${generation}.${Buffer.from(mac).toString('base64url')}`
}

/** The claim in a cookie; null where it is malformed. */
export function readClaim(token: string | undefined): { sessionId: string; generation: number } | null {
  const [, sessionId, generation] = FORM.exec(token ?? '') ?? []
  return sessionId === undefined ? null : { sessionId, generation: Number(generation) }
}

/** In constant time. */
export const isRefreshTokenOf = (masterKey: Pick<MasterKey, 'mac'>, token: string, place: TokenPlace): boolean =>
  isSameBytes(Buffer.from(token), Buffer.from(refreshToken(masterKey, place)))
