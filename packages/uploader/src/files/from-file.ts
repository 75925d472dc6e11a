import type { KeptHandle, SourceFile } from '../upload.ts'

/** A browser's File under a path of the transfer; `kept` where the browser gave a handle that it can store. */
export function fromFile(file: File, path: string, kept?: KeptHandle): SourceFile {
  return {
    path,
    bytes: file.size,
    modifiedAt: file.lastModified,
    slice: (start, end) => file.slice(start, end),
    ...(kept && { kept, look: () => look(kept) }),
  }
}

/** The file behind a stored handle. Rejects with NotFoundError when it is gone, NotAllowedError without permission. */
export async function openKept({ root, within }: KeptHandle): Promise<File> {
  let folder = root as FileSystemDirectoryHandle
  if (within.length === 0) return (root as FileSystemFileHandle).getFile()
  for (const name of within.slice(0, -1)) folder = await folder.getDirectoryHandle(name)
  return (await folder.getFileHandle(within.at(-1) as string)).getFile()
}

async function look(kept: KeptHandle): Promise<{ bytes: number; modifiedAt: number } | null> {
  try {
    const file = await openKept(kept)
    return { bytes: file.size, modifiedAt: file.lastModified }
  } catch {
    return null
  }
}
