import { type KeyObject, sign } from 'node:crypto'

/** DER (X.690), the subset that a request for one name needs. */
const [SEQUENCE, SET_OF, INTEGER, BITS, BYTES, OID, ATTRIBUTES, DNS_NAME] = [
  0x30, 0x31, 0x02, 0x03, 0x04, 0x06, 0xa0, 0x82,
] as const
const EXTENSION_REQUEST = Buffer.from('2a864886f70d01090e', 'hex')
const SUBJECT_ALT_NAME = Buffer.from('551d11', 'hex')
const ECDSA_WITH_SHA256 = Buffer.from('2a8648ce3d040302', 'hex')

/**
 * A certificate signing request (RFC 2986) for a host: an empty subject, the name as subjectAltName, signed with the
 * key.
 *
 * @returns DER
 */
export function makeSigningRequest(host: string, keys: { publicKey: KeyObject; privateKey: KeyObject }): Buffer {
  const names = der(SEQUENCE, der(DNS_NAME, Buffer.from(host, 'ascii')))
  const extension = der(SEQUENCE, der(OID, SUBJECT_ALT_NAME), der(BYTES, names))
  const wanted = der(SEQUENCE, der(OID, EXTENSION_REQUEST), der(SET_OF, der(SEQUENCE, extension)))
  const publicKey = keys.publicKey.export({ type: 'spki', format: 'der' })
  const version = der(INTEGER, Buffer.of(0))
  const asked = der(SEQUENCE, version, der(SEQUENCE), publicKey, der(ATTRIBUTES, wanted))
  const signature = Buffer.concat([Buffer.of(0), sign('sha256', asked, keys.privateKey)])
  return der(SEQUENCE, asked, der(SEQUENCE, der(OID, ECDSA_WITH_SHA256)), der(BITS, signature))
}

/** A value, preceded by its tag and length. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const size = body.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.of(tag, ...length), body])
}
