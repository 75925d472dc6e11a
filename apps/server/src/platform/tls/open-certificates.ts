import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Context } from '../../context.ts'
import { StartError } from '../config/start-error.ts'
import { BadPair } from './certificate.ts'
import { fileSource, storeSource } from './certificate-source.ts'
import { Certificates } from './certificates.ts'

/**
 * The certificates that this process shows; null where it does not use TLS.
 *
 * @throws StartError where the files do not hold a pair
 */
export async function openCertificates({
  config,
  db,
  masterKey,
  log,
  security,
}: Pick<Context, 'config' | 'db' | 'masterKey' | 'log' | 'security'>): Promise<Certificates | null> {
  const { tls, publicUrl } = config
  if (tls === null) return null
  const host = publicUrl.hostname
  if (tls.kind === 'acme' && tls.caFile !== null) await requireCa(tls.caFile)
  const source = tls.kind === 'files' ? fileSource(tls) : storeSource({ db, masterKey, host })
  const certificates = new Certificates({ host, source, log, security })
  await certificates.open().catch((error) => {
    if (!(error instanceof BadPair)) throw error
    throw new StartError(`TLS_CERT_FILE and TLS_KEY_FILE cannot be used: ${error.message}.`, { cause: error })
  })
  if (certificates.current === null) {
    log.warn({ host }, `waiting for the certificate of ${host}; handshakes are refused until it arrives`)
  }
  return certificates
}

async function requireCa(path: string): Promise<void> {
  try {
    new X509Certificate(await readFile(path))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new StartError(`ACME_CA_FILE ${path} holds no certificate that can be read (${code ?? message}).`)
  }
}
