import { randomBytes } from 'node:crypto'
import { open, statfs, unlink } from 'node:fs/promises'
import { join } from 'node:path'

const PROBE_BYTES = 4_096
/** With less than this, neither a row nor a line of a log fits. */
const LEAST_BYTES = 2 ** 20

/** Writes, syncs, reads and removes a small file in the folder. Its name cannot be a blob's. */
export async function probeFolder(folder: string): Promise<void> {
  const path = join(folder, `.probe-${randomBytes(8).toString('hex')}`)
  const bytes = randomBytes(PROBE_BYTES)
  const file = await open(path, 'wx+', 0o600)
  try {
    await file.write(bytes)
    await file.datasync()
    const { buffer } = await file.read(Buffer.alloc(PROBE_BYTES), 0, PROBE_BYTES, 0)
    if (!buffer.equals(bytes)) throw new Error(`The folder ${folder} gives back other bytes`)
  } finally {
    await file.close()
    await unlink(path)
  }
}

/** @throws Error where the folder's disk is full except for the last megabyte */
export async function requireDiskRoom(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < LEAST_BYTES) throw new Error(`There is no room left on the disk of ${folder}`)
}
