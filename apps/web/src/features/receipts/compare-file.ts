import type { ReceiptFile } from '@waybill/contract/tracking/receipt-endpoints'

/** Browsers hash a file in one piece, which must fit into memory; larger ones need a program. */
export const MAX_COMPARED_BYTES = 512_000_000

export type Comparison =
  /** `files`: those of the receipt with this checksum; several may have the same bytes. */
  | { is: 'same'; files: ReceiptFile[]; sha256: string }
  | { is: 'other'; sha256: string }
  /** Of none with a checksum; but `files` have none, since the receipt is older than their check. */
  | { is: 'unknown'; files: ReceiptFile[]; sha256: string }
  | { is: 'too-large' }
  | { is: 'not-read' }

/** Whether a file is one of those in a receipt, by its bytes alone: names may have changed since. */
export async function compareFile(file: Blob, files: readonly ReceiptFile[]): Promise<Comparison> {
  if (file.size > MAX_COMPARED_BYTES) return { is: 'too-large' }
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    const sha256 = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
    const same = files.filter((one) => one.sha256 === sha256)
    if (same.length > 0) return { is: 'same', files: same, sha256 }
    const unread = files.filter((one) => one.state === 'in preparation')
    return unread.length > 0 ? { is: 'unknown', files: unread, sha256 } : { is: 'other', sha256 }
  } catch {
    return { is: 'not-read' }
  }
}
