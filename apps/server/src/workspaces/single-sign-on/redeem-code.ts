import { Problem } from '@waybill/contract/core/problems'
import { parseAddress } from '@waybill/contract/transfers/recipients'
import { type JWTPayload, jwtVerify } from 'jose'
import type { Context } from '../../context.ts'
import type { StoredSso } from '../index.ts'
import type { Attempt } from './attempt.ts'
import { redirectUriOf } from './present-sso.ts'
import { type Provider, type Providers, readRecord } from './providers.ts'
import { secretPurpose } from './set-up-sso.ts'

/** Signatures that are accepted; never 'none', and none by a shared secret. */
const ALGORITHMS = ['RS256', 'ES256']
const CLOCK_SECONDS = 60
const OLDEST = '10 minutes'
const MOST_SUBJECT_CHARS = 255

/** Somebody for whom the provider vouches. */
export interface Person {
  subject: string
  address: string
  name: string
}

type Needs = Pick<Context, 'masterKey' | 'config' | 'outbound'>

/**
 * Exchanges the code for an ID token and verifies it: signature, issuer, audience, time, nonce (OpenID Connect Core 1.0,
 * 3.1.3.7).
 *
 * @throws Problem 'sso-unavailable'; 'sso-failed' {because: 'token'}; 'sso-refused' {because: 'unverified' | 'domain'}
 */
export async function redeemCode(
  ctx: Needs,
  providers: Providers,
  { sso, attempt, code }: { sso: StoredSso; attempt: Attempt; code: string },
): Promise<Person> {
  const provider = await providers.find(sso.issuer)
  if (provider === null) throw new Problem('sso-unavailable')
  const idToken = await askForToken(ctx, provider, { sso, attempt, code })
  const claims = await providers
    .withKeys(provider, async (keys) => {
      const { payload } = await jwtVerify(idToken, keys, {
        issuer: sso.issuer,
        audience: sso.clientId,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_SECONDS,
        maxTokenAge: OLDEST,
        requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
      })
      return payload
    })
    .catch(() => {
      throw new Problem('sso-failed', { because: 'token' })
    })
  if (claims === null) throw new Problem('sso-unavailable')
  return judgeClaims(claims, { sso, nonce: attempt.nonce })
}

async function askForToken(
  { masterKey, config, outbound }: Needs,
  { tokenEndpoint, secretIn }: Provider,
  { sso, attempt, code }: { sso: StoredSso; attempt: Attempt; code: string },
): Promise<string> {
  const secret = masterKey.open(secretPurpose(sso.workspaceId), sso.sealedSecret)
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUriOf(config),
    code_verifier: attempt.verifier,
    ...(secretIn === 'body' ? { client_id: sso.clientId, client_secret: secret } : {}),
  })
  const basic = Buffer.from(`${formEncoded(sso.clientId)}:${formEncoded(secret)}`).toString('base64')
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
    ...(secretIn === 'header' ? { authorization: `Basic ${basic}` } : {}),
  }
  const answer = await outbound.askProvider(tokenEndpoint, { headers, body: form.toString() })
  if (answer.status === null || answer.status >= 500) throw new Problem('sso-unavailable')
  const idToken = answer.status === 200 ? readRecord(answer.body)?.id_token : null
  if (typeof idToken !== 'string') throw new Problem('sso-failed', { because: 'token' })
  return idToken
}

/** As RFC 6749, section 2.3.1, has it. */
const formEncoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1)

/** Whom a verified token names. */
function judgeClaims(
  claims: JWTPayload,
  { sso, nonce }: { sso: Pick<StoredSso, 'clientId' | 'domain'>; nonce: string },
): Person {
  const { sub = '', aud, azp, email, email_verified: isVerified, name } = claims
  const isForOthers = Array.isArray(aud) && aud.length > 1 && azp === undefined
  const isOurs = claims.nonce === nonce && !isForOthers && (azp === undefined || azp === sso.clientId)
  if (!isOurs || sub === '' || sub.length > MOST_SUBJECT_CHARS) throw new Problem('sso-failed', { because: 'token' })
  const parsed = parseAddress(typeof email === 'string' ? email : '')
  if (!('address' in parsed) || (isVerified !== true && isVerified !== 'true')) {
    throw new Problem('sso-refused', { because: 'unverified' })
  }
  if (!parsed.address.endsWith(`@${sso.domain}`)) throw new Problem('sso-refused', { because: 'domain' })
  return { subject: sub, address: parsed.address, name: typeof name === 'string' ? name : '' }
}
