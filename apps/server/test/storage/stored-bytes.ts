import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Context } from '../../src/context.ts'
import { loadReadable, readFile } from '../../src/uploads/index.ts'

/** Every object of the disk store, and their total size. */
export async function storedBytes(dataDir: string): Promise<{ objects: number; bytes: number }> {
  const files = await storedFiles(join(dataDir, 'blobs'))
  const sizes = await Promise.all(files.map(async (path) => (await stat(path)).size))
  return { objects: files.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}

/** The paths of all files in a disk store's folder. */
export async function storedFiles(blobsDir: string): Promise<string[]> {
  const entries = await readdir(blobsDir, { recursive: true, withFileTypes: true })
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).sort()
}

/** SHA-256 of a file's stored bytes; null where they are gone. */
export async function storedSha256(ctx: Context, fileId: string): Promise<string | null> {
  const [file] = await loadReadable(ctx.db, [fileId])
  return file === undefined ? null : sha256Of(await buffer(readFile(ctx, file)))
}

export const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')
