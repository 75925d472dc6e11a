import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { gatherBelow } from '../send/gather-files.ts'
import type { Mark } from './journal-state.ts'
import { isLeftOut } from './settling.ts'

/**
 * The files below `folder` as they are now. Those that go while it looks are left out; `onUnreadable` hears of folders
 * inside that may not be read. Rejects where the folder is gone.
 */
export async function scanFolder(
  folder: string,
  onUnreadable: (location: string, code: string) => void = () => {},
): Promise<Mark[]> {
  const found = await gatherBelow(folder, onUnreadable)
  const marks: Mark[] = []
  for (const { location, path } of found) {
    if (isLeftOut(path)) continue
    const mark = await markOf(location, path)
    if (mark !== null) marks.push(mark)
  }
  return marks
}

async function markOf(location: string, path: string): Promise<Mark | null> {
  try {
    const { size, mtimeMs, ino } = await stat(location)
    return { path, bytes: size, modifiedAt: Math.trunc(mtimeMs), inode: ino }
  } catch {
    return null
  }
}

/** Why the file cannot be read: the system's code; null where it can. */
export async function whyUnreadable(folder: string, { path }: Mark): Promise<string | null> {
  try {
    const file = await open(join(folder, path), 'r')
    await file.read(Buffer.alloc(1), 0, 1, 0).finally(() => file.close())
    return null
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
}
