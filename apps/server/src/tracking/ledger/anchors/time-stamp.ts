import { type DerValue, der, derInteger, derOid, readDer, TAGS } from './der.ts'

/** Requests for time stamps and their responses (RFC 3161). Pure. */

const SHA_256 = derOid('2.16.840.1.101.3.4.2.1')
const SIGNED_DATA = derOid('1.2.840.113549.1.7.2')
const TST_INFO = derOid('1.2.840.113549.1.9.16.1.4')
const VERSION_1 = derInteger(Buffer.of(1))
const YES = der(TAGS.boolean, Buffer.of(0xff))

/** The bytes of a TimeStampReq for a SHA-256; it requests the certificate, so that the token proves itself. */
export const stampRequest = (sha256: Uint8Array, nonce: Uint8Array): Buffer =>
  der(TAGS.sequence, VERSION_1, imprintOf(sha256), derInteger(nonce), YES)

const imprintOf = (sha256: Uint8Array): Buffer =>
  der(TAGS.sequence, der(TAGS.sequence, SHA_256, der(TAGS.null)), der(TAGS.octets, sha256))

export interface TimeStamp {
  /** A TimeStampToken in DER. */
  token: Buffer
  /** By the authority's clock. */
  at: Date
}

/**
 * The token of a TimeStampResp, where it is granted and covers this hash and this request. Those who rely on it must
 * check its signer.
 *
 * @throws Error that says what is wrong with it
 */
export function readStampResponse(response: Buffer, sha256: Uint8Array, nonce: Uint8Array): TimeStamp {
  const [status, token] = childrenOf(only(readDer(response), TAGS.sequence))
  const granted = childrenOf(status)[0]?.content
  // granted, or granted with modifications
  if (granted?.length !== 1 || (granted[0] ?? 2) > 1) throw new Error('The time stamp was not granted')
  const [version, policy, imprint, _serial, at, ...rest] = childrenOf(only(readDer(infoOf(token)), TAGS.sequence))
  if (!version?.whole.equals(VERSION_1) || policy?.tag !== TAGS.oid)
    throw new Error('The time stamp is of no known kind')
  const [algorithm, hash] = childrenOf(imprint)
  if (!childrenOf(algorithm)[0]?.whole.equals(SHA_256) || !hash?.content.equals(sha256)) {
    throw new Error('The time stamp is of something else')
  }
  const asked = derInteger(nonce)
  if (!rest.some(({ whole }) => whole.equals(asked))) throw new Error('The time stamp answers another request')
  return { token: token?.whole ?? Buffer.alloc(0), at: timeOf(at) }
}

/** What was signed: ContentInfo → SignedData → EncapsulatedContentInfo → TSTInfo. */
function infoOf(token: DerValue | undefined): Buffer {
  const [type, wrapped] = childrenOf(token)
  if (!type?.whole.equals(SIGNED_DATA)) throw new Error('There is no token')
  const [, , encapsulated] = childrenOf(childrenOf(wrapped)[0])
  const [kind, content] = childrenOf(encapsulated)
  if (!kind?.whole.equals(TST_INFO)) throw new Error('The token is no time stamp')
  return only(childrenOf(content), TAGS.octets).content
}

const childrenOf = (value: DerValue | undefined): DerValue[] => (value === undefined ? [] : readDer(value.content))

function only(values: readonly DerValue[], tag: number): DerValue {
  const [value, ...others] = values
  if (value?.tag !== tag || others.length > 0) throw new Error('The answer is no time stamp')
  return value
}

/** In the format of RFC 3161: 20261125120000Z, or with a fraction. */
function timeOf(value: DerValue | undefined): Date {
  const text = value?.tag === TAGS.generalizedTime ? value.content.toString('latin1') : ''
  const [, year, month, day, hour, minute, second, fraction = ''] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d+)?Z$/.exec(text) ?? []
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}Z`)
  if (Number.isNaN(at.getTime())) throw new Error('The time stamp has no time')
  return at
}
