import type { webcrypto } from 'node:crypto'
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
    .sign(await keyOf(masterKey))
}

/** The session that a token names; null for a forged, altered, foreign or expired one. */
export async function readAccessToken(masterKey: Pick<MasterKey, 'derive'>, token: string): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, await keyOf(masterKey), { algorithms: [ALGORITHM], typ: TYPE })
    return payload.sub ?? null
  } catch {
    return null
  }
}

type Deriver = Pick<MasterKey, 'derive'>
const keys = new WeakMap<Deriver, Promise<webcrypto.CryptoKey>>()

/** Imported once, not on every call. */
function keyOf(masterKey: Deriver): Promise<webcrypto.CryptoKey> {
  const known = keys.get(masterKey)
  if (known !== undefined) return known
  const secret = new Uint8Array(masterKey.derive(KEY_PURPOSE))
  const made = crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
  keys.set(masterKey, made)
  return made
}
