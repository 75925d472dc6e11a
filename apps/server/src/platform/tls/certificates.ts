import type { Server as HttpServer } from 'node:http'
import { type SecureContext, type TlsOptions, Server as TlsServer } from 'node:tls'
import type { Logger } from 'pino'
import type { SecurityLog } from '../security-log/security-log.ts'
import { BadPair, type Certificate, type CertificatePair, openPair } from './certificate.ts'
import type { CertificateSource } from './certificate-source.ts'

/** How soon a replaced certificate is noticed. */
const LOOK_MS = 10_000
/** From the connection to the end of the handshake: the same time as for a request's headers. */
const HANDSHAKE_MS = 20_000

/**
 * Common settings of every handshake. All ciphers are authenticated and forward secret, so the client chooses, because
 * it knows which one its processor is fast at.
 */
const PROTOCOL = {
  minVersion: 'TLSv1.2',
  ciphers: [
    'TLS_AES_128_GCM_SHA256',
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'ECDHE+AESGCM',
    'ECDHE+CHACHA20',
  ].join(':'),
  honorCipherOrder: false,
} as const satisfies TlsOptions

interface CertificatesOptions {
  host: string
  source: CertificateSource
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  security: Pick<SecurityLog, 'note'>
}

/**
 * The certificate of PUBLIC_URL's host for handshakes. A new one applies from the next handshake on; open connections
 * continue. Without a certificate, handshakes are refused: a placeholder would be meaningless.
 */
export class Certificates {
  readonly #options: CertificatesOptions
  readonly #servers = new Set<TlsServer>()
  #current: Certificate | null = null
  /** The last unusable pair: it is logged at the second look, since two files change one after the other. */
  #refused: { text: string; isTold: boolean } | null = null
  #looking: NodeJS.Timeout | null = null
  #contextFor: ((name: string) => Promise<SecureContext | null>) | null = null

  constructor(options: CertificatesOptions) {
    this.#options = options
  }

  /** Null while there is none. */
  get current(): Pick<Certificate, 'fingerprint' | 'startsAt' | 'endsAt'> | null {
    return this.#current
  }

  /** Looks up certificates of other hosts by name. Without it, every server name gets the same certificate. */
  serveHosts(contextFor: (name: string) => Promise<SecureContext | null>): void {
    this.#contextFor = contextFor
  }

  /** For `https.createServer`. */
  get options(): TlsOptions {
    return {
      ...PROTOCOL,
      handshakeTimeout: HANDSHAKE_MS,
      ALPNProtocols: ['http/1.1'],
      SNICallback: (name, done) => {
        const { host } = this.#options
        if (this.#contextFor === null || name.toLowerCase() === host) return done(null, this.#current?.context)
        // Without an error, Node would show the certificate of our own host.
        void this.#contextFor(name).then((context) =>
          context === null ? done(new Error('there is no certificate for this name')) : done(null, context),
        )
      },
    }
  }

  /** Makes a server use the current certificate, now and later, even for clients that send no server name. */
  mind(server: HttpServer): void {
    if (!(server instanceof TlsServer)) return
    this.#servers.add(server)
    server.once('close', () => this.#servers.delete(server))
    this.#equip(server)
  }

  /** Loads the first certificate, and checks for another every ten seconds. @throws BadPair of the first look */
  async open(): Promise<void> {
    const pair = await this.#options.source()
    if (pair) this.#use(openPair(pair))
    this.#looking = setInterval(() => void this.look(), LOOK_MS).unref()
  }

  /** Uses the certificate found now; keeps the current one where the new one is unusable. */
  async look(): Promise<void> {
    const { source, log } = this.#options
    try {
      const pair = await source()
      if (pair === null || isSame(pair, this.#current)) {
        this.#refused = null
        return
      }
      this.#use(openPair(pair))
      this.#refused = null
    } catch (error) {
      if (error instanceof BadPair) this.#refuse(error)
      else log.warn({ error }, 'cannot look for a certificate')
    }
  }

  close(): void {
    if (this.#looking) clearInterval(this.#looking)
  }

  #use(certificate: Certificate): void {
    const { host, log, security } = this.#options
    this.#current = certificate
    for (const server of this.#servers) this.#equip(server)
    const endsAt = certificate.endsAt.toISOString()
    const { fingerprint } = certificate
    log.info({ host, fingerprint, endsAt }, 'now using this certificate')
    if (!certificate.isFor(host)) log.warn({ host }, 'browsers will refuse the certificate: it does not name the host')
    security.note({ event: 'certificate', outcome: 'ok', facts: { host, fingerprint, endsAt } })
  }

  #refuse({ message }: BadPair): void {
    const { host, log, security } = this.#options
    const isNew = this.#refused?.text !== message
    if (isNew) {
      this.#refused = { text: message, isTold: false }
      return
    }
    if (this.#refused === null || this.#refused.isTold) return
    this.#refused.isTold = true
    log.error({ host, reason: message }, 'the new certificate cannot be used; keeping the previous one')
    security.note({ event: 'certificate', outcome: 'refused', facts: { host } })
  }

  #equip(server: TlsServer): void {
    if (this.#current === null) return
    server.setSecureContext({ ...PROTOCOL, cert: this.#current.chain, key: this.#current.key })
  }
}

const isSame = (pair: CertificatePair, current: CertificatePair | null): boolean =>
  pair.chain === current?.chain && pair.key === current.key
