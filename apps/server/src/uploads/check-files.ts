import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../database/schema.ts'
import { DamagedBlob } from '../storage/damaged-blob.ts'
import { listUncheckedFiles, markFileChecked, withdrawFile } from './blob-row-store.ts'
import { loadReadable, type ReadableFile, readFile } from './read-file.ts'

export interface WithdrawnFile {
  id: string
  path: string
  bytes: number
}

/**
 * Reads each stored file of an upload once: checks its CRC-32 against the one its parts were acknowledged with and
 * keeps its SHA-256. A file that is not what was sent is taken back, and `tell` runs in the same transaction. Safe to
 * run again: files already checked are left alone.
 *
 * @throws what the store throws when it cannot be reached; the job then runs again
 */
export async function checkFiles(
  ctx: Pick<Context, 'db' | 'stores' | 'log'>,
  uploadId: string,
  tell: (tx: Kysely<Database>, file: WithdrawnFile) => Promise<void>,
): Promise<void> {
  for (const { id } of await listUncheckedFiles(ctx.db, uploadId)) {
    const [file] = await loadReadable(ctx.db, [id])
    if (file === undefined) continue
    const found = await sumFile(ctx, file)
    if ('sha256' in found) await markFileChecked(ctx.db, id, found.sha256)
    else {
      ctx.log.error({ file: id, because: found.because }, 'a stored file is not what was sent')
      await ctx.db.transaction().execute(async (tx) => {
        const withdrawn = await withdrawFile(tx, id, found.because)
        if (withdrawn !== null) await tell(tx, { id, path: withdrawn.path, bytes: withdrawn.bytes })
      })
    }
  }
}

/** The SHA-256 of what is stored, or why it is not what was sent. */
export async function sumFile(
  ctx: Pick<Context, 'stores'>,
  file: ReadableFile,
): Promise<{ sha256: Buffer } | { because: 'damaged' | 'sum-differs' }> {
  const hash = createHash('sha256')
  let sum = 0
  try {
    for await (const chunk of readFile(ctx, file)) {
      sum = crc32(chunk, sum)
      hash.update(chunk)
    }
  } catch (error) {
    if (error instanceof DamagedBlob) return { because: 'damaged' }
    throw error
  }
  return sum === file.crc32 ? { sha256: hash.digest() } : { because: 'sum-differs' }
}
