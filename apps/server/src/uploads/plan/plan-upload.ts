import { createHash, randomBytes } from 'node:crypto'
import { Problem } from '@waybill/contract/core/problems'
import type { ManifestFile, UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { Kysely, Selectable } from 'kysely'
import type { Context } from '../../context.ts'
import { findAccount } from '../../identity/accounts/index.ts'
import { isUniqueViolation } from '../../platform/database/is-unique-violation.ts'
import type { BlobsTable, Database } from '../../platform/database/schema.ts'
import { newId, newIds } from '../../platform/ids.ts'
import type { BlobStore } from '../../platform/storage/blob-port.ts'
import { type EffectiveType, planPartBytes } from '../../platform/storage/part-plan.ts'
import { insertBlobs, insertFiles } from '../blob-store.ts'
import { giveUp } from '../finish/give-up.ts'
import { handOver } from '../finish/hand-over.ts'
import { mapConcurrently } from '../map-concurrently.ts'
import { insertUpload, lockOpenUpload, lockVisitorUpload, type UploadRow } from '../upload-store.ts'
import { chooseStore, type SentFrom } from './choose-store.ts'
import { requireFewUploads } from './in-flight-limits.ts'
import { issueToken } from './issue-token.ts'
import { planBlobs, planWholeFiles } from './plan-blobs.ts'
import { type PlannedRows, presentPlan } from './present-plan.ts'
import { holdReservedKeys, setAside, type UploadAllowance } from './set-aside.ts'

type Needs = Pick<Context, 'db' | 'stores'>

/** The first and last instants of the years 1 to 9999: wrong clocks of devices exceed the database's range. */
const EARLIEST_MS = -62_135_596_800_000
const LATEST_MS = 253_402_300_799_999
const NOWHERE: SentFrom = { point: null, region: null }

export interface UploadInput {
  /** Without an account: anybody who has proven this address may resume it on any device (`transfer-policy.ts`). */
  ownerAddress: string
  /**
   * The owner of the library for the files; null for a sender without an account. An account continues what a visitor
   * began in this browser, or under an address it has proven.
   */
  accountId: string | null
  deviceId: string | null
  network: string
  /** Where a sender without an account is; by default unknown. */
  sentFrom?: SentFrom
  /** In manifest order; paths cleaned and unique. */
  files: readonly ManifestFile[]
  /** Distinguishes this upload from another with the same owner and files; null where those suffice. */
  purpose: string | null
  effectiveType: EffectiveType
  /** 'sts': foreign clients bring the bytes with storage credentials, each file as one object. */
  transport?: 'sts' | undefined
  /** Billing keys under which the bytes are reserved, and their limits. */
  allowance: UploadAllowance
  /** The request of the open link; null for every other upload. */
  linkId?: string | null
  /** Where parts may be sent, the page's own origin first. */
  origins: string[]
  /** Runs in the transaction that creates the upload or finds it again, so that its data is stored with it. */
  keepWith: (tx: Kysely<Database>, uploadId: string) => Promise<void>
}

/**
 * Plans an upload, or resumes the one that this owner left open with the same files within seven days. For a new one,
 * the bytes are reserved and the blobs created in the store before any row is visible; the store can drop unused blobs.
 *
 * @throws Problem 'too-many-uploads' {limit} | 'storage-full' {limitBytes} | 'link-busy' | 'disk-full' |
 * 'store-unavailable' |
 *   'unauthenticated' where the account has ended meanwhile
 */
export async function planUpload(ctx: Needs, input: UploadInput): Promise<{ plan: UploadPlan; resumed: boolean }> {
  const manifestHash = hashManifest(input)
  for (;;) {
    const found = await takeUp(ctx, input, manifestHash)
    const made = found === null ? await makeUpload(ctx, input, manifestHash) : null
    const upload = found ?? made?.upload
    // A concurrent call planned the same files: its upload is resumed.
    if (upload === undefined) continue
    const token = await issueToken(ctx.db, upload.id)
    return { plan: await presentPlan(ctx, upload, token, input.origins, made?.rows), resumed: found !== null }
  }
}

async function takeUp(ctx: Needs, input: UploadInput, manifestHash: Buffer): Promise<UploadRow | null> {
  const owner = { account_id: input.accountId, owner_address: input.ownerAddress }
  try {
    return await ctx.db.transaction().execute(async (tx) => {
      const left = await lockOpenUpload(tx, owner, manifestHash)
      if (left?.is_over) {
        await giveUp(tx, left.id)
        return null
      }
      const found = left ?? (await takeOver(tx, input, manifestHash))
      if (found !== null) await input.keepWith(tx, found.id)
      return found
    })
  } catch (error) {
    // A concurrent call of the account planned or took over the same files: its upload is used.
    if (isUniqueViolation(error)) return takeUp(ctx, input, manifestHash)
    throw error
  }
}

/** An upload that its visitor left open becomes the account's. */
async function takeOver(tx: Kysely<Database>, input: UploadInput, manifestHash: Buffer): Promise<UploadRow | null> {
  const { accountId, deviceId, ownerAddress, allowance } = input
  if (accountId === null) return null
  const left = await lockVisitorUpload(tx, { accountId, deviceId }, manifestHash)
  return left && handOver(tx, left, { accountId, ownerAddress, deviceId, allowance })
}

async function makeUpload(
  ctx: Needs,
  input: UploadInput,
  manifestHash: Buffer,
): Promise<{ upload: UploadRow; rows: PlannedRows } | null> {
  await requireFewUploads(ctx.db, input.ownerAddress)
  const store = await chooseStore(ctx, { accountId: input.accountId, sentFrom: input.sentFrom ?? NOWHERE })
  if (input.transport === 'sts' && store.transport === 'presigned' && store.scoped === null) {
    throw new Problem('invalid-input', { where: 'body', field: 'transport' })
  }
  const bytes = input.files.reduce((sum, file) => sum + file.bytes, 0)
  if ((await store.freeBytes()) < bytes) throw new Problem('disk-full')
  const uploadId = newId()
  const blobs = await makeBlobs(store, input, uploadId)
  const rows = { files: fileRows(input, blobs), blobs: blobs.map(({ row }) => row) }
  try {
    const upload = await ctx.db.transaction().execute(async (tx) => {
      const keys = await holdReservedKeys(tx, input.accountId, input.allowance)
      const made = await insertUpload(tx, {
        id: uploadId,
        account_id: input.accountId,
        owner_address: input.ownerAddress,
        device_id: input.deviceId,
        network: input.network,
        manifest_hash: manifestHash,
        store: store.id,
        bytes,
        reserved_keys: keys,
        link_id: input.linkId ?? null,
        storage_prefix: input.transport === 'sts' ? randomBytes(16).toString('hex') : null,
      })
      if (made === null) return null
      await requireStillThere(tx, input.accountId)
      await setAside(tx, made, input.allowance)
      await insertBlobs(tx, rows.blobs)
      await insertFiles(tx, uploadId, rows.files)
      await input.keepWith(tx, uploadId)
      return made
    })
    if (upload === null) await forgetBlobs(store, blobs)
    return upload && { upload, rows }
  } catch (error) {
    await forgetBlobs(store, blobs)
    throw error
  }
}

/**
 * Runs after one of our rows refers to the account: the account then cannot end before this transaction, if it has not
 * ended already.
 */
async function requireStillThere(tx: Kysely<Database>, accountId: string | null): Promise<void> {
  if (accountId !== null && (await findAccount(tx, accountId)) === null) throw new Problem('unauthenticated')
}

interface MadeBlob {
  row: Selectable<
    Pick<
      BlobsTable,
      'id' | 'upload_id' | 'position' | 'store' | 'key' | 'bytes' | 'part_bytes' | 'wrapped_key' | 'multipart_id'
    >
  >
  members: ReturnType<typeof planBlobs>[number]['members']
}

/** In the order of the plan. */
async function makeBlobs(store: BlobStore, input: UploadInput, uploadId: string): Promise<MadeBlob[]> {
  const startBytes = planPartBytes(store.transport, 1, input.effectiveType)
  const sizes = input.files.map(({ bytes }) => bytes)
  const layouts = input.transport === 'sts' ? planWholeFiles(sizes) : planBlobs(sizes, startBytes)
  const made: MadeBlob[] = []
  try {
    await mapConcurrently(layouts.keys(), async (position) => {
      const { bytes, isPack, members } = layouts[position] as (typeof layouts)[number]
      const partBytes = isPack ? bytes : planPartBytes(store.transport, bytes, input.effectiveType)
      const ref = await store.create(bytes, partBytes, input.transport === 'sts')
      const row = {
        id: newId(),
        upload_id: uploadId,
        position,
        store: store.id,
        key: ref.key,
        bytes,
        part_bytes: ref.partBytes,
        wrapped_key: Buffer.from(ref.wrappedKey),
        multipart_id: ref.multipartId,
      }
      made.push({ row, members })
    })
  } catch (error) {
    await forgetBlobs(store, made)
    throw error
  }
  return made.sort((one, other) => one.row.position - other.row.position)
}

/** Best effort: the consistency check finds leftovers, and on S3 the bucket's own rule removes them. */
async function forgetBlobs(store: BlobStore, blobs: readonly MadeBlob[]): Promise<void> {
  await mapConcurrently(blobs.values(), ({ row }) =>
    store.remove({ key: row.key, multipartId: row.multipart_id }).catch(() => {}),
  )
}

function fileRows({ files }: UploadInput, blobs: readonly MadeBlob[]) {
  const places = new Map(
    blobs.flatMap(({ row, members }) =>
      members.map(({ file, offset }) => [file, { blob_id: row.id, blob_offset: offset }]),
    ),
  )
  const ids = newIds(files.length)
  return files.map((file, position) => ({
    id: ids[position] as string,
    position,
    path: file.path,
    bytes: file.bytes,
    modified_at: new Date(Math.min(Math.max(file.modifiedAt, EARLIEST_MS), LATEST_MS)),
    fingerprint: file.fingerprint,
    ...(places.get(position) ?? { blob_id: null, blob_offset: 0 }),
  }))
}

/** The same for the same set of files with the same purpose and transport, in any order. */
function hashManifest({ files, purpose, transport }: Pick<UploadInput, 'files' | 'purpose' | 'transport'>): Buffer {
  const lines = files.map(({ path, bytes, fingerprint }) => JSON.stringify([path, bytes, fingerprint])).sort()
  if (purpose !== null) lines.push(JSON.stringify(purpose))
  if (transport !== undefined) lines.push(transport)
  return createHash('sha256').update(lines.join('\n')).digest()
}
