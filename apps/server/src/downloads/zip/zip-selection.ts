import { Problem } from '@waybill/contract/core/problems'

/** Which of a grant's files an archive contains: 'all', or a bitmap, base64url, its highest bit the first file. */
export const ALL = 'all'

/** @param chosen for each of the grant's files, in order, whether it is included */
export function formatSelection(chosen: readonly boolean[]): string {
  const bits = Buffer.alloc(Math.ceil(chosen.length / 8))
  for (const [i, isIn] of chosen.entries()) {
    if (isIn) bits[i >> 3] = (bits[i >> 3] as number) | (0x80 >> (i & 7))
  }
  return bits.toString('base64url')
}

/**
 * Indices of the chosen among `count` files.
 *
 * @throws Problem 'file-not-found' where the text is not a selection of that many, or is empty
 */
export function parseSelection(text: string, count: number): number[] {
  if (text === ALL) return Array.from({ length: count }, (_, i) => i)
  const bits = Buffer.from(text, 'base64url')
  const isOurs = bits.length === Math.ceil(count / 8) && bits.toString('base64url') === text
  const chosen = Array.from({ length: bits.length * 8 }, (_, i) => i).filter(
    (i) => ((bits[i >> 3] as number) & (0x80 >> (i & 7))) !== 0,
  )
  if (!isOurs || chosen.length === 0 || (chosen.at(-1) as number) >= count) throw new Problem('file-not-found')
  return chosen
}
