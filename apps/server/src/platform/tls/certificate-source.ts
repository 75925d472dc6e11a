import { readFile } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import type { MasterKey } from '../config/master-key.ts'
import type { Database } from '../database/schema.ts'
import { BadPair, type CertificatePair } from './certificate.ts'
import { findCertificate } from './certificate-store.ts'

/** Where a host's certificate is looked for; null while there is none. */
export type CertificateSource = () => Promise<CertificatePair | null>

/** Two files, which somebody else replaces. Throws BadPair where one cannot be read. */
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

/** What any process of this installation ordered. */
export const storeSource =
  ({ db, masterKey, host }: StorePlace): CertificateSource =>
  async () => {
    const row = await findCertificate(db, host)
    return row && { chain: row.chain, key: masterKey.open(keyPurpose(host), row.sealed) }
  }

/** What a host's private key is sealed for. */
export const keyPurpose = (host: string): string => `certificate-key/${host}`
