/**
 * The format that a file's first bytes show, among those that the sandbox draws; null for anything else, SVG above all.
 */
export type Drawable = 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff' | 'avif' | 'pdf'

/** How many of its first bytes are enough. */
const SNIFFED_BYTES = 16

/** In hexadecimal. */
const starts: ReadonlyArray<[Drawable, RegExp]> = [
  ['png', /^89504e470d0a1a0a/],
  ['jpeg', /^ffd8ff/],
  ['webp', /^52494646.{8}57454250/],
  ['gif', /^474946383[79]61/],
  ['tiff', /^(?:49492a00|4d4d002a)/],
  ['avif', /^.{8}667479706176(?:6966|6973)/],
  ['pdf', /^255044462d/],
]

export function sniffPicture(bytes: Uint8Array): Drawable | null {
  const head = Buffer.from(bytes.subarray(0, SNIFFED_BYTES)).toString('hex')
  return starts.find(([, start]) => start.test(head))?.[0] ?? null
}
