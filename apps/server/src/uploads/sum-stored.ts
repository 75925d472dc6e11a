import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Context } from '../context.ts'
import type { StoredPart } from '../storage/blob-store.ts'
import { DamagedBlob } from '../storage/damaged-blob.ts'
import { type BlobRow, refOf } from './blob-row-store.ts'
import { type ReadableFile, readFile } from './read-file.ts'

type Needs = Pick<Context, 'stores'>

/** Why what is stored is not what was acknowledged. */
export interface Damage {
  because: 'damaged' | 'sum-differs' | 'gone'
}

/** The SHA-256 of what is stored of a file, or why it is not what was sent. @throws what the store throws when it is away */
export async function sumFile(ctx: Needs, file: ReadableFile): Promise<{ sha256: Buffer } | Damage> {
  const hash = createHash('sha256')
  let sum = 0
  try {
    for await (const chunk of readFile(ctx, file)) {
      sum = crc32(chunk, sum)
      hash.update(chunk)
    }
  } catch (error) {
    return damageOf(error)
  }
  return sum === file.crc32 ? { sha256: hash.digest() } : { because: 'sum-differs' }
}

/** Whether what is stored of an acknowledged part has its sum. @throws what the store throws when it is away */
export async function isPartSound(ctx: Needs, blob: BlobRow, part: StoredPart): Promise<boolean> {
  return (await findDamage(ctx, blob, part)) === null
}

/** Why a part is not stored as it was acknowledged; null where it is. @throws what the store throws when it is away */
export async function findDamage({ stores }: Needs, blob: BlobRow, part: StoredPart): Promise<Damage | null> {
  let sum = 0
  try {
    for await (const chunk of stores.of(blob.store).read(refOf(blob), [part], part)) sum = crc32(chunk, sum)
  } catch (error) {
    return damageOf(error)
  }
  return sum === part.crc32 ? null : { because: 'sum-differs' }
}

/** @throws the error itself where it says nothing of the bytes */
export function damageOf(error: unknown): Damage {
  if (!(error instanceof DamagedBlob)) throw error
  return { because: error.isGone ? 'gone' : 'damaged' }
}
