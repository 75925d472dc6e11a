import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import type { BlobRef, BlobStore, StoredPart, StoreId } from '../../platform/storage/blob-port.ts'
import { copyBlob, layoutFor } from '../../platform/storage/copy-blob.ts'
import { DamagedBlob } from '../../platform/storage/damaged-blob.ts'
import { type BlobRow, type FileRow, findBlob, listMembers, refOf } from '../blob-store.ts'
import { listParts, replaceParts } from '../parts/part-store.ts'
import { requireStorage } from '../plan/require-storage.ts'
import { claimCopy, insertCopy, switchPlace, takeCopy } from './copy-store.ts'
import { countMoved, type Lease, type Moved } from './move-store.ts'
import { removeCopy } from './remove-copies.ts'
import { verifyCopy } from './verify-copy.ts'

type Needs = Pick<Context, 'db' | 'stores' | 'log'>

/** A store that the move needs does not answer, or has no room. */
export class StoreAway extends Error {
  readonly store: StoreId

  constructor(store: StoreId, cause: unknown) {
    super(`The store ${store} does not answer`, { cause })
    this.store = store
  }
}

/** What the move did about a blob: 'kept' leaves damaged bytes where they are; 'gone': somebody else was faster. */
interface MovedBlob {
  outcome: 'moved' | 'kept' | 'gone'
  files: number
}

/**
 * Copies a blob to another store, reads the copy back, compares it with the checksums of what was sent, and then
 * switches the row in one conditional update. Readers that have begun go on with the former bytes, which are removed a
 * day later. A crash anywhere leaves at most a copy that is on record.
 *
 * @throws StoreAway
 */
export async function moveBlob(ctx: Needs, lease: Lease, blob: BlobRow, target: BlobStore): Promise<MovedBlob> {
  const source = ctx.stores.of(blob.store)
  const members = await listMembers(ctx.db, blob.id)
  const wanted = sumOf(members.filter(({ deleted_at }) => deleted_at === null))
  const made: BlobRef[] = []
  try {
    const parts = (await listParts(ctx.db, [blob.id])).get(blob.id) ?? []
    const copied = await copyBlob(
      { store: source, ref: refOf(blob), parts },
      target,
      layoutFor(target, blob.bytes),
      async (ref) => {
        await insertCopy(ctx.db, { blobId: blob.id, store: target.id, moveId: lease.moveId, ref })
        made.push(ref)
      },
    )
    await target.complete(copied.ref, copied.parts)
    const verdict = await verifyCopy({ store: target, ...copied }, members)
    if (verdict === 'differs') throw new Error(`The store ${target.id} gives back other bytes than it was given`)
    const isMoved = verdict === 'sound' && (await switchTo(ctx, lease, blob, { store: target.id, ...copied }, wanted))
    if (!isMoved) await dropCopy(ctx, target, copied.ref)
    return { outcome: verdict === 'damaged' ? 'kept' : isMoved ? 'moved' : 'gone', files: wanted.files }
  } catch (error) {
    for (const ref of made) await dropCopy(ctx, target, ref)
    return { outcome: await judge(ctx, blob, target, error), files: wanted.files }
  }
}

/** What a blob has of a move's total: deleted files in it move along, and count for nothing. */
const sumOf = (files: ReadonlyArray<Pick<FileRow, 'bytes'>>): Moved => ({
  files: files.length,
  bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
})

interface Place {
  store: StoreId
  ref: BlobRef
  parts: readonly StoredPart[]
}

/** False, and nothing changed, where the lease was lost, or the blob or its copy is not what it was. */
async function switchTo({ db }: Needs, lease: Lease, blob: BlobRow, to: Place, moved: Moved): Promise<boolean> {
  class Refused extends Error {}
  try {
    await db.transaction().execute(async (tx) => {
      const isStill =
        (await countMoved(tx, lease, moved)) && (await switchPlace(tx, blob, to)) && (await takeCopy(tx, to.ref.key))
      if (!isStill) throw new Refused()
      await replaceParts(tx, blob.id, to.parts)
    })
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}

/** Best effort: what stays is on record, and removed by a later sweep. */
async function dropCopy(ctx: Needs, target: BlobStore, ref: BlobRef): Promise<void> {
  try {
    if (await claimCopy(ctx.db, ref.key))
      await removeCopy(ctx, { store: target.id, key: ref.key, multipart_id: ref.multipartId })
  } catch (error) {
    ctx.log.warn({ error, store: target.id }, 'a copy that is not needed could not be removed yet')
  }
}

/** What a failure means. @throws StoreAway, or the error itself where both stores work */
async function judge(ctx: Needs, blob: BlobRow, target: BlobStore, error: unknown): Promise<'kept' | 'gone'> {
  const now = await findBlob(ctx.db, blob.id)
  if (now === null || now.key !== blob.key || now.removed_at !== null) return 'gone'
  if (error instanceof Problem && error.code === 'disk-full') throw new StoreAway(target.id, error)
  await requireAnswer(target)
  await requireAnswer(ctx.stores.of(blob.store))
  if (!(error instanceof DamagedBlob)) throw error
  // An unmounted disk has nothing at all: then this one blob proves nothing.
  if (error.isGone) {
    await requireStorage(ctx, { store: blob.store, blobId: blob.id }).catch((cause) => {
      throw new StoreAway(blob.store, cause)
    })
  }
  ctx.log.error({ blob: blob.id, store: blob.store }, 'a damaged blob is not moved')
  return 'kept'
}

async function requireAnswer(store: BlobStore): Promise<void> {
  await store.probe().catch((cause) => {
    throw new StoreAway(store.id, cause)
  })
}
