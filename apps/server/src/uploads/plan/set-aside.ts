import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import { holdStorageKey, linkKey, missingRoom, reserveBytes } from '../../billing/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { giveUp } from '../finish/give-up.ts'
import { countOpen, holdYielding, type LinkUpload, sumLinkUploads } from '../in-flight-store.ts'
import type { UploadRow } from '../upload-store.ts'

type Tx = Kysely<Database>

/** Where an upload's bytes are reserved, and the limit of each key. */
export interface UploadAllowance {
  /** Of a visitor. An account's bytes are reserved for its workspace. */
  keys?: readonly string[]
  limitBytes: number
  /** For an open link: the most that all uploads through the account's links may reserve together. */
  linkShareBytes?: number
}

/**
 * Open uploads are rows and files, whatever their size: the limits for one sender, for an account's links, and for one
 * network there.
 */
const MOST_OPEN = { account: 300, visitor: 100, links: 1_000, linksOfNetwork: 100 }
const RETRY_SECONDS = 120

/**
 * The keys under which an upload's bytes are reserved and returned. The account stays in its workspace until the
 * transaction ends: call it before the upload's row is written.
 *
 * @throws Problem 'unauthenticated' for an unknown account
 */
export async function holdReservedKeys(
  tx: Tx,
  accountId: string | null,
  { keys = [], linkShareBytes }: UploadAllowance,
): Promise<string[]> {
  if (accountId === null) return [...keys]
  const storage = await holdStorageKey(tx, accountId)
  return linkShareBytes === undefined ? [storage] : [storage, linkKey(accountId)]
}

/**
 * Reserves an upload's bytes, in the transaction that creates its row. What a stranger has reserved through an open
 * link and does not fill makes room for the account's own sending, and after two minutes for others on the link: the
 * same transaction ends as much of it as needed, and nothing where all of it would not be enough. Uploads are counted
 * after this has locked the rows, so that concurrent calls exceed nothing.
 *
 * @throws Problem 'storage-full' {limitBytes, linkUploads?, linkBytes?} | 'link-busy' | 'too-many-uploads' {limit}
 */
export async function setAside(tx: Tx, upload: UploadRow, allowance: UploadAllowance): Promise<void> {
  const { keys = [], limitBytes, linkShareBytes } = allowance
  const { account_id: accountId, bytes } = upload
  if (accountId === null) {
    await reserveBytes(tx, keys, bytes, limitBytes)
    await requireFewOpen(tx, upload)
    return
  }
  const isByLink = linkShareBytes !== undefined
  const storage = upload.reserved_keys.slice(0, 1)
  await reserveOrYield(tx, accountId, { keys: storage, bytes, limitBytes, to: isByLink ? 'links' : 'owner' })
  if (isByLink) {
    const share = { keys: [linkKey(accountId)], bytes, limitBytes: linkShareBytes, to: 'links' } as const
    await reserveOrYield(tx, accountId, share).catch(busy)
  }
  await requireFewOpen(tx, upload)
}

interface Reservation {
  keys: readonly string[]
  bytes: number
  limitBytes: number
  to: 'owner' | 'links'
}

/** @throws Problem 'storage-full' */
async function reserveOrYield(tx: Tx, accountId: string, { keys, bytes, limitBytes, to }: Reservation): Promise<void> {
  try {
    await reserveBytes(tx, keys, bytes, limitBytes)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const missing = await missingRoom(tx, keys[0] ?? '', bytes, limitBytes)
    if (!(await makeRoom(tx, accountId, missing, to))) throw await withHeld(tx, accountId, error, to)
    await reserveBytes(tx, keys, bytes, limitBytes)
  }
}

/**
 * Ends enough uploads through links to free `missing` bytes; ends none and returns false where all of them are too few.
 */
export async function makeRoom(tx: Tx, accountId: string, missing: number, to: 'owner' | 'links'): Promise<boolean> {
  let left = missing
  if (left <= 0) return true
  const ending: LinkUpload[] = []
  for (const upload of await holdYielding(tx, accountId, to)) {
    if (left <= 0) break
    if (upload.bytes === 0) continue
    ending.push(upload)
    left -= upload.bytes
  }
  if (left > 0) return false
  for (const { id } of ending) await giveUp(tx, id)
  return true
}

/** Tells the owner what occupies their storage besides their own files. */
async function withHeld(tx: Tx, accountId: string, error: Problem, to: Reservation['to']): Promise<Problem> {
  const { uploads, bytes } = to === 'owner' ? await sumLinkUploads(tx, accountId) : { uploads: 0, bytes: 0 }
  if (uploads === 0) return error
  return new Problem('storage-full', { ...error.facts, linkUploads: uploads, linkBytes: bytes })
}

function busy(error: unknown): never {
  if (error instanceof Problem) throw new Problem('link-busy', { retryAfterSeconds: RETRY_SECONDS })
  throw error
}

async function requireFewOpen(tx: Tx, upload: UploadRow): Promise<void> {
  const { ofOwner, ofLinks, ofNetwork } = await countOpen(tx, upload)
  if (upload.link_id !== null) {
    if (ofLinks >= MOST_OPEN.links || ofNetwork >= MOST_OPEN.linksOfNetwork) {
      throw new Problem('link-busy', { retryAfterSeconds: RETRY_SECONDS })
    }
    return
  }
  const limit = upload.account_id === null ? MOST_OPEN.visitor : MOST_OPEN.account
  if (ofOwner >= limit) throw new Problem('too-many-uploads', { limit, retryAfterSeconds: RETRY_SECONDS })
}
