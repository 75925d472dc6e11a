import { isAnonymous, plans, type Role } from '@waybill/contract/billing/plans'
import { SNIFF_BYTES, sniffsAsBarred } from '@waybill/contract/uploads/barred-types'
import type { SourceFile } from '@waybill/uploader/upload'
import type { DraftFile } from '../../../shared/drafts/draft.ts'

let lastId = 0

/**
 * Files of the device for the draft. For a visitor it checks the first bytes of as many as a transfer may have; a file
 * that cannot be read now is checked when it is sent.
 */
export async function pickFiles(sources: readonly SourceFile[], role: Role): Promise<DraftFile[]> {
  const sniffed = isAnonymous(role) ? plans[role].fileLimit : 0
  return Promise.all(
    sources.map(async (source, index) => ({
      id: `file-${++lastId}`,
      path: source.path,
      bytes: source.bytes,
      source,
      startsAsBarred: index < sniffed && (await startsAsBarred(source)),
    })),
  )
}

async function startsAsBarred(source: SourceFile): Promise<boolean> {
  try {
    const first = await source.slice(0, Math.min(SNIFF_BYTES, source.bytes)).arrayBuffer()
    return sniffsAsBarred(new Uint8Array(first))
  } catch {
    return false
  }
}
