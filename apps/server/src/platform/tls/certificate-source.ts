import { readFile } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import type { MasterKey } from '../config/master-key.ts'
import type { Database } from '../database/schema.ts'
import { BadPair, type CertificatePair } from './certificate.ts'
import { findCertificate } from './certificate-store.ts'

/** Looks up a host's certificate; null while there is none. */
export type CertificateSource = () => Promise<CertificatePair | null>

/** Two files, which another program replaces. Throws BadPair where one is unreadable. */
export const fileSource =
  ({ certFile, keyFile }: { certFile: string; keyFile: string }): (() => Promise<CertificatePair>) =>
  async () => ({ chain: await readPem(certFile), key: await readPem(keyFile) })

async function readPem(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BadPair(`${path} cannot be read (${error.code})`, { cause: error })
  })
}

interface StorePlace {
  db: Kysely<Database>
  masterKey: Pick<MasterKey, 'open'>
  host: string
}

/** The certificate that any process of this installation ordered. */
export const storeSource =
  ({ db, masterKey, host }: StorePlace): CertificateSource =>
  async () => {
    const row = await findCertificate(db, host)
    return row && { chain: row.chain, key: masterKey.open(keyPurpose(host), row.sealed) }
  }

/** The purpose that seals a host's private key. */
export const keyPurpose = (host: string): string => `certificate-key/${host}`
