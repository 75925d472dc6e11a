import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { MasterKey } from '../config/master-key.ts'
import type { Context } from '../context.ts'
import type { Database } from '../database/schema.ts'
import { noteSecurityIn } from '../security/security-scope.ts'
import {
  findKeyInUse,
  insertKey,
  listKeys,
  lockReceiptKeys,
  type ReceiptKeyRow,
  retireKey,
} from './signing-key-store.ts'

const ID_CHARS = 20
/** What stands before the 32 bytes of an Ed25519 key in its SubjectPublicKeyInfo (RFC 8410). */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex')

type Needs = { db: Kysely<Database> } & Pick<Context, 'masterKey'>

export interface SigningKey {
  id: string
  /** The Ed25519 private key, PKCS#8. */
  der: Uint8Array
}

/** The key in use; made when there is none. */
export async function findSigningKey({ db, masterKey }: Needs): Promise<SigningKey> {
  return opened(masterKey, (await findKeyInUse(db)) ?? (await makeFirst(db, masterKey)))
}

/** Ends the use of a key that is at least `days` old and makes the next; null where there is none so old. */
export async function renewReceiptKey({ db, masterKey }: Needs, days: number): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    await lockReceiptKeys(tx)
    const retired = await retireKey(tx, days)
    if (retired === null) return null
    const { id } = await insertKey(tx, newKey(masterKey))
    await noteSecurityIn(tx, { event: 'receipt-key-made', outcome: 'ok', facts: { key: id, retired } })
    return id
  })
}

/** Makes a new key, whether or not there is one in use; answers both ids. */
export async function rotateReceiptKey({ db, masterKey }: Needs): Promise<{ id: string; retiredId: string | null }> {
  return db.transaction().execute(async (tx) => {
    await lockReceiptKeys(tx)
    const retiredId = await retireKey(tx, 0)
    const { id } = await insertKey(tx, newKey(masterKey))
    await noteSecurityIn(tx, { event: 'receipt-key-made', outcome: 'ok', facts: { key: id, retired: retiredId } })
    return { id, retiredId }
  })
}

/** 32 raw bytes as what verifies signatures. */
export const publicKeyOf = (raw: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([SPKI_HEAD, raw]), format: 'der', type: 'spki' })

/** What verifies the signatures of every key there ever was. */
export async function publicKeysById(db: Kysely<Database>): Promise<ReadonlyMap<string, KeyObject>> {
  return new Map((await listKeys(db)).map((row) => [row.id, publicKeyOf(row.public_key)]))
}

/** 32 raw bytes as openssl reads them. */
export function pemOf(publicKey: Uint8Array): string {
  const body = Buffer.concat([SPKI_HEAD, publicKey]).toString('base64')
  return `-----BEGIN PUBLIC KEY-----\n${body}\n-----END PUBLIC KEY-----\n`
}

async function makeFirst(db: Kysely<Database>, masterKey: MasterKey): Promise<ReceiptKeyRow> {
  const make = async (tx: Kysely<Database>) => {
    await lockReceiptKeys(tx)
    return (await findKeyInUse(tx)) ?? (await insertKey(tx, newKey(masterKey)))
  }
  return db.isTransaction ? make(db) : db.transaction().execute(make)
}

function newKey(masterKey: MasterKey): { id: string; publicKey: Buffer; sealed: Uint8Array } {
  const pair = generateKeyPairSync('ed25519')
  const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(SPKI_HEAD.length)
  const id = createHash('sha256').update(publicKey).digest('hex').slice(0, ID_CHARS)
  const secret = pair.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  return { id, publicKey, sealed: masterKey.seal(purposeOf(id), secret) }
}

function opened(masterKey: MasterKey, { id, sealed }: ReceiptKeyRow): SigningKey {
  if (sealed === null) throw new Error(`The receipt key ${id} is retired`)
  return { id, der: Buffer.from(masterKey.open(purposeOf(id), sealed), 'base64') }
}

/** Binds the secret to its row. */
const purposeOf = (id: string): string => `receipt-key/${id}`
