import { extensionOf } from '@waybill/contract/core/names'
import { SNIFF_BYTES, sniffsAsBarred } from '@waybill/contract/uploads/barred-types'
import { beginsAsNamed } from '@waybill/contract/uploads/type-signatures'
import type { SourceFile } from '@waybill/uploader/upload'

/** 'barred': it begins as a program does; 'disguised': it does not begin as its name says. */
export type FileDoubt = 'barred' | 'disguised'

/**
 * What the first bytes of a file contradict, where `wanted` names types: the server checks the same after the upload,
 * when the supplier has already waited for it. A file that cannot be read now is checked when it is sent.
 */
export async function lookAtFile(file: SourceFile, wanted: readonly string[]): Promise<FileDoubt | null> {
  try {
    const head = new Uint8Array(await file.slice(0, Math.min(SNIFF_BYTES, file.bytes)).arrayBuffer())
    if (sniffsAsBarred(head) && !wanted.includes(extensionOf(file.path))) return 'barred'
    return wanted.length > 0 && !beginsAsNamed(file.path, head) ? 'disguised' : null
  } catch {
    return null
  }
}
