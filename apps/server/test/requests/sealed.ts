/** A requester of sealed files, and suppliers who seal them, like their browsers. */

import { argon2Sync, createDecipheriv } from 'node:crypto'
import { sealedBytesOf } from '@waybill/contract/requests/sealed-form'
import type { RequestRecord, Sealing } from '@waybill/contract/requests/shapes'
import { makeFileSeal, makeSealing, type OpeningKeys, openSealed, sealRange, unwrapKeys } from '@waybill/sealing'
import { deriveHere } from '@waybill/sealing/derive-here'
import { sql } from 'kysely'
import type { TestApp } from '../app/test-app.ts'
import type { AccountPerson } from '../people/account-person.ts'
import { askFor } from './calls.ts'

export const PASSPHRASE = 'copper gantry at low tide'

export interface SealedRequest {
  request: RequestRecord
  sealing: Sealing
  keys: OpeningKeys
  item: string
}

export async function makeKeys(passphrase = PASSPHRASE): Promise<{ sealing: Sealing; keys: OpeningKeys }> {
  const sealing = await makeSealing(passphrase, deriveHere)
  return { sealing, keys: await unwrapKeys(sealing, passphrase, deriveHere) }
}

/** One for all requests of a process: deriving a key from a passphrase is slow by design. */
let ownKeys: ReturnType<typeof makeKeys> | null = null

export async function askSealed(owner: AccountPerson, body: Record<string, unknown> = {}): Promise<SealedRequest> {
  ownKeys ??= makeKeys()
  const made = await ownKeys
  const request = await askFor(owner, { items: [{ name: 'Files' }], ...body, sealing: made.sealing })
  return { ...made, request, item: request.items[0]?._id ?? '' }
}

export async function seal({ publicKey }: Pick<Sealing, 'publicKey'>, content: Buffer): Promise<Buffer> {
  const blob = new Blob([new Uint8Array(content)])
  const plain = { bytes: content.length, slice: (start: number, end: number) => blob.slice(start, end) }
  const made = await makeFileSeal(publicKey, content.length)
  return Buffer.from(await (await sealRange(made, plain, 0, sealedBytesOf(content.length))).arrayBuffer())
}

export async function unseal(keys: OpeningKeys, sealed: Uint8Array): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  const source = (async function* () {
    yield sealed
  })()
  for await (const piece of openSealed(source, keys)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Bytes in the forms that rows, logs and mails may use. */
function formsOf(bytes: Buffer): string[] {
  // Base64 of longer data contains one of three forms of a part of it, depending on where it begins: all but its ends.
  const base64 = [0, 1, 2].map((shift) => {
    const shifted = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64')
    return shifted.slice(4, shifted.length - 4)
  })
  const url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
  return [bytes.toString('latin1'), bytes.toString('hex'), ...base64, ...url]
}

/** Whether a text contains the bytes, in any of those forms. */
export const holds = (text: string, bytes: Buffer): boolean => formsOf(bytes).some((form) => text.includes(form))

/** Every row of every table, those of the jobs included, as text. */
export async function everyRow({ ctx }: TestApp): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(ctx.db)
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(ctx.db)
    texts.push(...rows.map(({ row }) => row))
  }
  return texts.join('\n')
}

/** The private key of a request, which only somebody with the passphrase can compute. */
export function privateKeyOf(sealing: Sealing, passphrase = PASSPHRASE): Buffer {
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  const { salt, nonce, key, memoryKib: memory, passes, lanes: parallelism } = sealing.wrapped
  const kdf = { message: passphrase, nonce: bytes(salt), memory, passes, parallelism, tagLength: 32 }
  const sealed = bytes(key)
  const decipher = createDecipheriv('aes-256-gcm', argon2Sync('argon2id', kdf), bytes(nonce))
  decipher.setAAD(Buffer.concat([Buffer.from('waybill wrapped key 1'), bytes(sealing.publicKey)]))
  decipher.setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
}

/** A file of the account's library, or the given range of its bytes. */
export async function fetchFile(owner: AccountPerson, file: string, range?: string): Promise<Buffer> {
  const { body } = await owner.call('fetchLibraryFiles', { body: { ids: [file] } })
  const answered = await owner.fetch(body.links[0].url, { headers: range ? { range } : {} })
  return Buffer.from(await answered.arrayBuffer())
}
