/** The bytes of a part: slices of its files, unread where they are sent unchanged. */
import type { PlannedBlob } from '@waybill/contract/uploads/endpoints'
import type { SourceFile } from '../upload.ts'

export interface Segment {
  /** Index in the manifest. */
  file: number
  /** Its offset in that file. */
  offset: number
  bytes: number
}

/** The ranges of files that make up `[offset, offset + bytes)` of the blob, in order. */
export function segmentsOf(blob: PlannedBlob, offset: number, bytes: number): Segment[] {
  const end = offset + bytes
  const segments: Segment[] = []
  for (let i = memberAt(blob, offset); i < blob.members.length; i++) {
    const member = blob.members[i] as PlannedBlob['members'][number]
    if (member.offset >= end) break
    const from = Math.max(offset, member.offset)
    const to = Math.min(end, blob.members[i + 1]?.offset ?? blob.bytes)
    if (to > from) segments.push({ file: member.file, offset: from - member.offset, bytes: to - from })
  }
  return segments
}

/** Index of the blob's member that contains the byte. */
export function memberAt(blob: PlannedBlob, offset: number): number {
  let low = 0
  let high = blob.members.length
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((blob.members[middle] as PlannedBlob['members'][number]).offset <= offset) low = middle
    else high = middle
  }
  return low
}

export async function bodyOf(segments: readonly Segment[], files: readonly SourceFile[]): Promise<Blob> {
  const slices: Blob[] = []
  for (const { file, offset, bytes } of segments) {
    const source = files[file] as SourceFile
    slices.push((await source.make?.(offset, offset + bytes)) ?? source.slice(offset, offset + bytes))
  }
  return slices.length === 1 ? (slices[0] as Blob) : new Blob(slices)
}
