import type { FileHandle } from 'node:fs/promises'

/** Writes every piece, end to end from `position`; a full disk or a signal can cut a single write short. */
export async function writeAll(file: Pick<FileHandle, 'writev'>, pieces: Buffer[], position: number): Promise<void> {
  let rest = pieces
  let at = position
  while (rest.length > 0) {
    const { bytesWritten } = await file.writev(rest, at)
    at += bytesWritten
    rest = withoutFirst(rest, bytesWritten)
  }
}

function withoutFirst(pieces: Buffer[], bytes: number): Buffer[] {
  let left = bytes
  let i = 0
  for (; i < pieces.length; i++) {
    const piece = pieces[i] as Buffer
    if (piece.length > left) break
    left -= piece.length
  }
  const rest = pieces.slice(i)
  if (left > 0) rest[0] = (rest[0] as Buffer).subarray(left)
  return rest
}
