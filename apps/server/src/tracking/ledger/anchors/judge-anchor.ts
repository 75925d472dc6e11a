import { type KeyObject, verify } from 'node:crypto'
import type { AnchorRow } from './anchor-store.ts'
import { anchorHash, anchorText } from './anchor-text.ts'

/** What is wrong with an anchor in itself, whatever it covers; null where it is valid. Pure. */
export function judgeAnchor(
  anchor: AnchorRow,
  keys: { get(id: string): KeyObject | undefined },
): 'hash' | 'signature' | null {
  if (!anchorHash(anchor).equals(anchor.hash)) return 'hash'
  const key = keys.get(anchor.signed_by)
  const isSigned = key !== undefined && verify(null, Buffer.from(anchorText(anchor)), key, anchor.signature)
  return isSigned ? null : 'signature'
}
