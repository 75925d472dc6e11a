import { createPrivateKey, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { createSecureContext, type SecureContext } from 'node:tls'

/** Two PEM texts: the certificate with the intermediate ones up to its root, and its private key. */
export interface CertificatePair {
  chain: string
  key: string
}

export interface Certificate extends CertificatePair {
  context: SecureContext
  /** SHA-256 of the certificate, as browsers show it. */
  fingerprint: string
  startsAt: Date
  endsAt: Date
  /** Whether browsers accept it for this host. */
  isFor(host: string): boolean
}

/** Why a pair cannot be used, as the end of a sentence. */
export class BadPair extends Error {
  override readonly name = 'BadPair'
}

/** @throws BadPair where the texts are unreadable or do not belong together */
export function openPair({ chain, key }: CertificatePair): Certificate {
  const certificate = read('the certificate cannot be read', () => new X509Certificate(chain))
  const privateKey = read('the key cannot be read', () => createPrivateKey(key))
  if (!certificate.checkPrivateKey(privateKey)) throw new BadPair('the key is that of another certificate')
  // Also reads the rest of the chain, and refuses what OpenSSL considers too weak.
  const context = read('the pair cannot be used', () => createSecureContext({ cert: chain, key }))
  return {
    chain,
    key,
    context,
    fingerprint: certificate.fingerprint256,
    startsAt: certificate.validFromDate,
    endsAt: certificate.validToDate,
    isFor: (host) => {
      const plain = host.replace(/^\[(.+)\]$/, '$1')
      return (isIP(plain) === 0 ? certificate.checkHost(plain) : certificate.checkIP(plain)) !== undefined
    },
  }
}

function read<Value>(complaint: string, work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new BadPair(`${complaint} (${code ?? message})`, { cause: error })
  }
}
