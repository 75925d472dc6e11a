import { Buffer } from 'node:buffer'
import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server'
import type { Context } from '../../../context.ts'
import type { Passkey } from './factor-store.ts'

/**
 * WebAuthn (W3C, level 3) through its library, which is loaded with the first passkey: it is large, and few people have
 * one. The password was checked before, so a touch is enough; the authenticator's maker does not matter.
 */
const library = () => import('@simplewebauthn/server')
type Needs = Pick<Context, 'config'>

/** EdDSA, ES256 and RS256: the algorithms that authenticators use. */
const ALGORITHMS = [-8, -7, -257]
/** Transports that browsers know; the browser names them itself. */
const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])

/** The relying party, and the only origin that may answer: that of PUBLIC_URL. */
const siteOf = ({ config: { publicUrl } }: Needs) => ({ rpID: publicUrl.hostname, origin: publicUrl.origin })

/** For `navigator.credentials.create`. */
export async function creationOptions(
  ctx: Needs,
  { accountId, address, known }: { accountId: string; address: string; known: readonly Passkey[] },
) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: 'Waybill',
    rpID: siteOf(ctx).rpID,
    userName: address,
    userID: new Uint8Array(Buffer.from(accountId)),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
}

/** For `navigator.credentials.get`. */
export async function requestOptions(ctx: Needs, known: readonly Passkey[]) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: siteOf(ctx).rpID,
    allowCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
    userVerification: 'preferred',
  })
}

/** The key that a new passkey has proven to have; null for anything else. */
export async function provenCreation(
  ctx: Needs,
  passkey: Record<string, unknown>,
  challenge: string,
): Promise<WebAuthnCredential | null> {
  const { verifyRegistrationResponse } = await library()
  const response = passkey as unknown as RegistrationResponseJSON
  const { rpID, origin } = siteOf(ctx)
  try {
    if (!(await vouchesForNobody(response))) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return null
    const { credential } = registrationInfo
    return { ...credential, transports: (credential.transports ?? []).filter((one) => TRANSPORTS.has(one)) }
  } catch {
    return null
  }
}

/**
 * Without a maker's certificates, as requested. Certificates that are sent anyway could name addresses to fetch
 * revocations from.
 */
async function vouchesForNobody({ response }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
  const format = attestation.get('fmt')
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
}

/** The authenticator's counter, once the passkey has signed the challenge; null for anything else. */
export async function provenRequest(
  ctx: Needs,
  passkey: Record<string, unknown>,
  challenge: string,
  { credential_id: id, public_key: publicKey, counter, transports }: Passkey,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library()
  const { rpID, origin } = siteOf(ctx)
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: passkey as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential: { id, publicKey: new Uint8Array(publicKey), counter, transports },
      requireUserVerification: false,
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}
