import { type KeyObject, verify } from 'node:crypto'
import { type Head, headText } from '../chain.ts'

/** A ledger's statement about its newest head. */
export interface SignedHead extends Head {
  signature: Uint8Array | null
  signedBy: string | null
}

/** Whether one of the server's keys signed this end of a ledger. The end of an empty ledger is unsigned. Pure. */
export function isHeadSigned(
  { signature, signedBy, ...head }: SignedHead,
  keys: { get(id: string): KeyObject | undefined },
): boolean {
  if (head.length === 0) return true
  const key = signedBy === null ? undefined : keys.get(signedBy)
  return key !== undefined && signature !== null && verify(null, Buffer.from(headText(head)), key, signature)
}
