/** An authenticator in software (WebAuthn, 6): one ES256 key, and what a browser makes of it for a page of `origin`. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Cbor = number | string | Buffer | Map<number | string, Cbor>

/** Enough of CBOR (RFC 8949) for attestations. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])])
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count])
  if (count < 256) return Buffer.from([(major << 5) | 24, count])
  return Buffer.from([(major << 5) | 25, count >> 8, count & 0xff])
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const PRESENT = 0x01
const HAS_KEY = 0x40

export interface PasskeyOptions {
  challenge: string
  rp?: { id?: string }
  rpId?: string
}

export class SoftwarePasskey {
  readonly id = randomBytes(32)
  /** The number of signatures it reports; always 0 is an authenticator without a counter. */
  counter: number
  private readonly origin: string
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  constructor(origin: string, { counter = 0 } = {}) {
    this.origin = origin
    this.counter = counter
  }

  /** The answer to `navigator.credentials.create`. */
  create({ challenge, rp }: PasskeyOptions, statement: { fmt: string; attStmt: Map<string, Cbor> } = none) {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' })
    const key = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, cbor(key)])
    const authData = Buffer.concat([this.authData(rp?.id ?? '', PRESENT | HAS_KEY), credential])
    const attestation = new Map<string, Cbor>([
      ['fmt', statement.fmt],
      ['attStmt', statement.attStmt],
      ['authData', authData],
    ])
    return this.answer({
      clientDataJSON: this.clientData('webauthn.create', challenge).toString('base64url'),
      attestationObject: cbor(attestation).toString('base64url'),
      transports: ['internal', 'made-up'],
    })
  }

  /** The answer to `navigator.credentials.get`. */
  get({ challenge, rpId }: PasskeyOptions) {
    if (this.counter > 0) this.counter += 1
    const authData = this.authData(rpId ?? '', PRESENT)
    const clientData = this.clientData('webauthn.get', challenge)
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.keys.privateKey)
    return this.answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
    })
  }

  private answer(response: Record<string, unknown>) {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }

  private authData(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter])
  }

  private clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }))
  }
}

const none = { fmt: 'none', attStmt: new Map<string, Cbor>() }
