import type { Segment } from '../transport/part-body.ts'
import type { SourceFile } from '../upload.ts'
import { isSameState } from './same-state.ts'

/** Which file of an unreadable part is to blame, and whether it is another file by now. */
export async function findTrouble(
  segments: readonly Segment[],
  files: readonly SourceFile[],
): Promise<{ file: number; isChanged: boolean }> {
  for (const segment of segments) {
    const file = files[segment.file] as SourceFile
    const now = await file.look?.().catch(() => null)
    if (now && !isSameState(now, file)) return { file: segment.file, isChanged: true }
    const byte = file.slice(segment.offset, segment.offset + 1)
    const isReadable = await byte.arrayBuffer().then(
      () => true,
      () => false,
    )
    if (!isReadable) return { file: segment.file, isChanged: false }
  }
  return { file: segments[0]?.file ?? 0, isChanged: false }
}
