/** A browser's part in sending to a presigned store: the claim before, the PUT after. */
import { createHash } from 'node:crypto'
import type { ByteSpan, PartClaim, SignedPart } from '../../src/platform/storage/blob-port.ts'

export const PAGE_ORIGIN = 'https://waybill.example'

/** A browser's claim about a part before it is signed. */
export function claimOf(whole: Buffer, span: ByteSpan): PartClaim {
  const bytes = whole.subarray(span.offset, span.offset + span.bytes)
  return { ...span, md5: createHash('md5').update(bytes).digest() }
}

/** A browser's PUT of a signed part. */
export async function putPart(
  { url, headers }: Pick<SignedPart, 'url' | 'headers'>,
  bytes: Uint8Array,
): Promise<number> {
  const answer = await fetch(url, {
    method: 'PUT',
    headers: { ...headers, origin: PAGE_ORIGIN },
    body: Buffer.from(bytes),
  })
  await answer.arrayBuffer()
  return answer.status
}
