import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, stat, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartError } from './start-error.ts'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** First byte of everything sealed, so that a later format can be told apart. */
const FORM = 1
/** How many derived keys stay in memory: the purposes are few, but some name a thing. */
const MOST_DERIVED = 200

/** The operations with the master key; the key itself never leaves this object. */
export interface MasterKey {
  /** Encrypts a data key (AES-256-GCM). `aad` binds the key to its place, such as the blob's key. */
  wrap(key: Uint8Array, aad: string): Uint8Array
  /** Throws when `wrapped` was altered, or made for another `aad` or with another master key. */
  unwrap(wrapped: Uint8Array, aad: string): Uint8Array
  /**
   * A key for one purpose (HKDF-SHA256): the same at every start, unrelated to the key of any other purpose. Callers
   * must not change its bytes: it is kept.
   */
  derive(purpose: string, bytes?: number): Uint8Array
  seal(purpose: string, plaintext: string): Uint8Array
  /** Throws as `unwrap` does. */
  open(purpose: string, sealed: Uint8Array): string
  /** HMAC-SHA256, 32 bytes. */
  mac(purpose: string, text: string): Uint8Array
}

/**
 * The master key; null where the file does not exist. Throws StartError when it has the wrong size or other accounts
 * may read it.
 */
export const readMasterKey = (file: string): Promise<MasterKey | null> =>
  openable(file, async () => ((await isPresent(file)) ? masterKeyOf(await readKeyFile(file)) : null))

/** Creates the file and opens it. When two processes create it at once, one wins and both use that one. */
export const makeMasterKey = (file: string): Promise<MasterKey> =>
  openable(file, async () => {
    await createKeyFile(file)
    return masterKeyOf(await readKeyFile(file))
  })

/** Removes a file that was created a moment ago and has sealed nothing. */
export const forgetMasterKey = (file: string): Promise<void> => openable(file, () => unlink(file))

async function openable<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (error instanceof StartError || !code) throw error
    throw new StartError(`The master key ${file} cannot be opened (${code}).`, { cause: error })
  }
}

/** The operations on 32 bytes of key. */
export function masterKeyOf(secret: Uint8Array): MasterKey {
  const derived = new Map<string, Uint8Array>()
  const derive = (purpose: string, bytes = KEY_BYTES): Uint8Array => {
    const name = `${bytes}/${purpose}`
    const key =
      derived.get(name) ?? new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(0), `waybill/${purpose}`, bytes))
    if (derived.size < MOST_DERIVED) derived.set(name, key)
    return key
  }
  return {
    derive,
    wrap: (key, aad) => encrypt(derive('wrap'), key, aad),
    unwrap: (wrapped, aad) => decrypt(derive('wrap'), wrapped, aad),
    seal: (purpose, plaintext) => encrypt(derive(`seal/${purpose}`), Buffer.from(plaintext), purpose),
    open: (purpose, sealed) => Buffer.from(decrypt(derive(`seal/${purpose}`), sealed, purpose)).toString(),
    mac: (purpose, text) =>
      new Uint8Array(
        createHmac('sha256', derive(`mac/${purpose}`))
          .update(text)
          .digest(),
      ),
  }
}

function encrypt(key: Uint8Array, plaintext: Uint8Array, aad: string): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(aad))
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return new Uint8Array(Buffer.concat([Uint8Array.of(FORM), nonce, ciphertext, cipher.getAuthTag()]))
}

function decrypt(key: Uint8Array, sealed: Uint8Array, aad: string): Uint8Array {
  if (sealed.length < 1 + NONCE_BYTES + TAG_BYTES || sealed[0] !== FORM) throw new Error('Not sealed by this key')
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(aad)).setAuthTag(sealed.subarray(-TAG_BYTES))
  const ciphertext = sealed.subarray(1 + NONCE_BYTES, -TAG_BYTES)
  return new Uint8Array(Buffer.concat([decipher.update(ciphertext), decipher.final()]))
}

async function isPresent(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
}

/**
 * Writes the key to a temporary file and links it into place: the name appears whole or not at all, and never twice.
 */
async function createKeyFile(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(randomBytes(KEY_BYTES))
    await handle.sync()
  } finally {
    await handle.close()
  }
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(draft)
  await syncFolder(dirname(file))
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return // Windows cannot open a folder to sync it.
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

async function readKeyFile(file: string): Promise<Uint8Array> {
  const { mode } = await stat(file)
  if (process.platform !== 'win32' && mode & 0o077) {
    throw new StartError(`The master key ${file} can be read by other accounts. Run: chmod 600 ${file}`)
  }
  const secret = await readFile(file)
  if (secret.length !== KEY_BYTES) {
    throw new StartError(`The master key ${file} must be ${KEY_BYTES} bytes long but is ${secret.length}.`)
  }
  return new Uint8Array(secret)
}
