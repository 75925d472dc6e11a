import { jwtVerify, SignJWT } from 'jose'
import type { MasterKey } from '../../../platform/config/master-key.ts'

const MINUTES = 15
const KEY_PURPOSE = 'access-token'
const ALGORITHM = 'HS256'
const TYPE = 'at+jwt'

/** A JWT (RFC 9068's type) that names a session for 15 minutes. It contains nothing else: permissions are read live. */
export async function signAccessToken(masterKey: Pick<MasterKey, 'derive'>, sessionId: string): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setSubject(sessionId)
    .setIssuedAt()
    .setExpirationTime(`${MINUTES}m`)
    .sign(masterKey.derive(KEY_PURPOSE))
}

/** The session that a token names; null for a forged, altered, foreign or expired one. */
export async function readAccessToken(masterKey: Pick<MasterKey, 'derive'>, token: string): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, masterKey.derive(KEY_PURPOSE), { algorithms: [ALGORITHM], typ: TYPE })
    return payload.sub ?? null
  } catch {
    return null
  }
}
