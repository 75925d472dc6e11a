import { SNIFF_BYTES, sniffsAsBarred } from '@waybill/contract/barred-types'
import { plans } from '@waybill/contract/plans'
import type { SourceFile } from '@waybill/uploader/upload'
import type { DraftFile } from './draft.ts'

let lastId = 0

/**
 * Files of the device as the draft takes them. The first bytes of as many as a transfer may hold are looked at; what
 * cannot be read now is judged when it is sent.
 */
export async function pickFiles(sources: readonly SourceFile[], role: 'anon' = 'anon'): Promise<DraftFile[]> {
  const { fileLimit } = plans[role]
  return Promise.all(
    sources.map(async (source, index) => ({
      id: `file-${++lastId}`,
      path: source.path,
      bytes: source.bytes,
      source,
      startsAsBarred: index < fileLimit && (await startsAsBarred(source)),
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
