/**
 * A release's list of checksums and its signature (Ed25519, RFC 8032), made and checked against the files of the
 * folder.
 */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SUMS = 'SHA256SUMS'
const SIGNATURE = 'SHA256SUMS.sig'

/** A key in a PEM file; throws an Error with one sentence where the file is no key, or of another kind. */
export function readKey(path: string, kind: 'private' | 'public'): KeyObject {
  let key: KeyObject
  try {
    const pem = readFileSync(path, 'utf8')
    key = kind === 'private' ? createPrivateKey(pem) : createPublicKey(pem)
  } catch (error) {
    throw new Error(`${path} holds no ${kind} key that can be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  if (key.asymmetricKeyType === 'ed25519') return key
  throw new Error(`${path} holds a key of the kind ${key.asymmetricKeyType}; a release is signed with Ed25519.`)
}

const sumOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

/** Every file of the folder but the seal itself, in the format of `sha256sum`. */
function sumsOf(folder: string): string {
  const names = readdirSync(folder).filter((name) => name !== SUMS && name !== SIGNATURE)
  const lines = names.sort().map((name) => `${sumOf(join(folder, name))}  ${name}\n`)
  return lines.join('')
}

/** Writes the checksums of the folder's files, and their signature in base64. */
export function sealRelease(folder: string, privateKey: KeyObject): void {
  const sums = sumsOf(folder)
  writeFileSync(join(folder, SUMS), sums)
  writeFileSync(join(folder, SIGNATURE), `${sign(null, Buffer.from(sums), privateKey).toString('base64')}\n`)
}

/** What is wrong with the folder, in sentences; none where it is what the key's owner signed. */
export function faultsOfRelease(folder: string, publicKey: KeyObject): string[] {
  const [sums, signature] = [SUMS, SIGNATURE].map((name) => {
    try {
      return readFileSync(join(folder, name), 'utf8')
    } catch {
      return null
    }
  })
  if (sums == null || signature == null) return [`There is no ${sums == null ? SUMS : SIGNATURE}.`]
  if (!verify(null, Buffer.from(sums), publicKey, Buffer.from(signature, 'base64'))) {
    return [`${SUMS} was not signed with this key.`]
  }
  const now = new Map(
    sumsOf(folder)
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  )
  const sealed = new Map(sums.split('\n').map((line) => [line.slice(66), line.slice(0, 64)]))
  const names = new Set([...now.keys(), ...sealed.keys()])
  return [...names].flatMap((name) => {
    if (!now.has(name)) return [`${name} is missing.`]
    if (!sealed.has(name)) return [`${name} was not there when the release was sealed.`]
    return now.get(name) === sealed.get(name) ? [] : [`${name} was changed after the release was sealed.`]
  })
}
