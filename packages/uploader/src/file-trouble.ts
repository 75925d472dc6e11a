import type { PlannedFile } from '@waybill/contract/uploads'
import type { Segment } from './part-body.ts'
import type { SourceFile } from './upload.ts'

/** Index of the first file that is not the one planned, or null. Times count in whole milliseconds, as browsers give them. */
export function firstMismatch(files: readonly SourceFile[], planned: readonly PlannedFile[]): number | null {
  const index = planned.findIndex((plan, i) => !files[i] || !isSame(files[i], plan))
  return index < 0 ? null : index
}

/** Which of the files of a part that could not be read is to blame, and whether it is another file by now. */
export async function findTrouble(
  segments: readonly Segment[],
  files: readonly SourceFile[],
): Promise<{ file: number; isChanged: boolean }> {
  for (const segment of segments) {
    const file = files[segment.file] as SourceFile
    const now = await file.look?.().catch(() => null)
    if (now && !isSame(now, file)) return { file: segment.file, isChanged: true }
    const byte = file.slice(segment.offset, segment.offset + 1)
    const isReadable = await byte.arrayBuffer().then(
      () => true,
      () => false,
    )
    if (!isReadable) return { file: segment.file, isChanged: false }
  }
  return { file: segments[0]?.file ?? 0, isChanged: false }
}

type Looks = Pick<SourceFile, 'bytes' | 'modifiedAt'>

function isSame(a: Looks, b: Looks): boolean {
  return a.bytes === b.bytes && Math.trunc(a.modifiedAt) === Math.trunc(b.modifiedAt)
}
