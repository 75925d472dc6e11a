import type { webcrypto } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { systemClock } from '../../../platform/clock.ts'
import type { MasterKey } from '../../../platform/config/master-key.ts'

const MINUTES = 15
const KEY_PURPOSE = 'access-token'
const ALGORITHM = 'HS256'
const TYPE = 'at+jwt'
/** About a megabyte. */
const MOST_VERIFIED = 4_096

/** A JWT (RFC 9068's type) that names a session for 15 minutes. It contains nothing else: permissions are read live. */
export async function signAccessToken(masterKey: Deriver, sessionId: string): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setSubject(sessionId)
    .setIssuedAt()
    .setExpirationTime(`${MINUTES}m`)
    .sign(await signingOf(masterKey).key)
}

/** The session that a token names; null for a forged, altered, foreign or expired one. */
export async function readAccessToken(masterKey: Deriver, token: string): Promise<string | null> {
  const { key, verified } = signingOf(masterKey)
  const known = verified.get(token)
  if (known !== undefined) return known.endsAtMs > systemClock.nowMs() ? known.sessionId : null
  try {
    const { payload } = await jwtVerify(token, await key, {
      algorithms: [ALGORITHM],
      typ: TYPE,
      requiredClaims: ['sub', 'exp'],
    })
    const { sub = '', exp = 0 } = payload
    for (const oldest of verified.keys()) {
      if (verified.size < MOST_VERIFIED) break
      verified.delete(oldest)
    }
    verified.set(token, { sessionId: sub, endsAtMs: exp * 1_000 })
    return sub
  } catch {
    return null
  }
}

type Deriver = Pick<MasterKey, 'derive'>

interface Signing {
  /** Imported once, not on every call. */
  key: Promise<webcrypto.CryptoKey>
  /**
   * The tokens last found true. To verify one takes a thread of the pool, which other calls use for passwords and files:
   * only the first call of a token waits for it.
   */
  verified: Map<string, { sessionId: string; endsAtMs: number }>
}

const signings = new WeakMap<Deriver, Signing>()

function signingOf(masterKey: Deriver): Signing {
  const known = signings.get(masterKey)
  if (known !== undefined) return known
  const secret = new Uint8Array(masterKey.derive(KEY_PURPOSE))
  const key = crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
  const made = { key, verified: new Map() }
  signings.set(masterKey, made)
  return made
}
