import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { MasterKey } from '../config/master-key.ts'
import type { Database } from '../database/schema.ts'
import { noteSecurityIn } from '../security-log/security-scope.ts'
import {
  findKey,
  findKeyInUse,
  insertKey,
  listKeyRows,
  lockReceiptKeys,
  type ReceiptKeyRow,
  retireKey,
} from './signing-key-store.ts'

const ID_CHARS = 20
/** The bytes before the 32 bytes of an Ed25519 key in its SubjectPublicKeyInfo (RFC 8410). */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex')

type Needs = { db: Kysely<Database> } & Pick<Context, 'masterKey'>

export interface SigningKey {
  id: string
  /** The Ed25519 private key, PKCS#8. */
  der: Uint8Array
}

/** The current key; created when there is none. */
export async function findSigningKey({ db, masterKey }: Needs): Promise<SigningKey> {
  return opened(masterKey, (await findKeyInUse(db)) ?? (await makeFirst(db, masterKey)))
}

/** Retires a key that is at least `days` old and creates the next; null where there is none of that age. */
export async function renewReceiptKey({ db, masterKey }: Needs, days: number): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    await lockReceiptKeys(tx)
    const retired = await retire(tx, masterKey, days)
    if (retired === null) return null
    const { id } = await insertKey(tx, newKey(masterKey))
    await noteSecurityIn(tx, { event: 'receipt-key-made', outcome: 'ok', facts: { key: id, retired } })
    return id
  })
}

/** Creates a new key, whether or not one is in use; returns both ids. */
export async function rotateReceiptKey({ db, masterKey }: Needs): Promise<{ id: string; retiredId: string | null }> {
  return db.transaction().execute(async (tx) => {
    await lockReceiptKeys(tx)
    const retiredId = await retire(tx, masterKey, 0)
    const { id } = await insertKey(tx, newKey(masterKey))
    await noteSecurityIn(tx, { event: 'receipt-key-made', outcome: 'ok', facts: { key: id, retired: retiredId } })
    return { id, retiredId }
  })
}

/** 32 raw bytes as a key that verifies signatures. */
const publicKeyOf = (raw: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([SPKI_HEAD, raw]), format: 'der', type: 'spki' })

/** Every key that this server ever made, newest first. Leaves out keys that somebody else wrote into the database. */
export async function listKeys({ db, masterKey }: Needs): Promise<Array<Omit<ReceiptKeyRow, 'sealed' | 'mac'>>> {
  return (await listKeyRows(db)).filter((row) => isOwn(masterKey, row))
}

/** Ids of keys on record that this server did not make. */
export async function listForeignKeys({ db, masterKey }: Needs): Promise<string[]> {
  return (await listKeyRows(db)).filter((row) => !isOwn(masterKey, row)).map(({ id }) => id)
}

/** The verifying keys of every key that this server ever made. */
export async function publicKeysById(needs: Needs): Promise<ReadonlyMap<string, KeyObject>> {
  return new Map((await listKeys(needs)).map((row) => [row.id, publicKeyOf(row.public_key)]))
}

/** The verifying key of one key; null where this server did not make it. */
export async function findPublicKey({ db, masterKey }: Needs, id: string): Promise<KeyObject | null> {
  const row = await findKey(db, id)
  return row && isOwn(masterKey, row) ? publicKeyOf(row.public_key) : null
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

/** Shows that this server made the key. */
const macOf = (masterKey: MasterKey, { id, publicKey }: { id: string; publicKey: Uint8Array }): Uint8Array =>
  masterKey.mac('receipt-key', `${id}/${Buffer.from(publicKey).toString('hex')}`)

/** A key of an earlier version has no mac yet: instead, its private half must open. */
function isOwn(masterKey: MasterKey, row: ReceiptKeyRow): boolean {
  const mac = macOf(masterKey, { id: row.id, publicKey: row.public_key })
  if (row.mac.length === mac.length) return timingSafeEqual(row.mac, mac)
  if (row.mac.length > 0 || row.sealed === null) return false
  try {
    const secret = createPrivateKey({ key: Buffer.from(opened(masterKey, row).der), format: 'der', type: 'pkcs8' })
    return createPublicKey(secret).equals(publicKeyOf(row.public_key))
  } catch {
    return false
  }
}

async function retire(tx: Kysely<Database>, masterKey: MasterKey, days: number): Promise<string | null> {
  const row = await findKeyInUse(tx)
  if (row === null) return null
  const mac = isOwn(masterKey, row) ? macOf(masterKey, { id: row.id, publicKey: row.public_key }) : row.mac
  return retireKey(tx, mac, days)
}

function newKey(masterKey: MasterKey): { id: string; publicKey: Buffer; mac: Uint8Array; sealed: Uint8Array } {
  const pair = generateKeyPairSync('ed25519')
  const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(SPKI_HEAD.length)
  const id = createHash('sha256').update(publicKey).digest('hex').slice(0, ID_CHARS)
  const secret = pair.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  return { id, publicKey, mac: macOf(masterKey, { id, publicKey }), sealed: masterKey.seal(purposeOf(id), secret) }
}

function opened(masterKey: MasterKey, { id, sealed }: ReceiptKeyRow): SigningKey {
  if (sealed === null) throw new Error(`The receipt key ${id} is retired`)
  return { id, der: Buffer.from(masterKey.open(purposeOf(id), sealed), 'base64') }
}

/** Binds the secret to its row. */
const purposeOf = (id: string): string => `receipt-key/${id}`
