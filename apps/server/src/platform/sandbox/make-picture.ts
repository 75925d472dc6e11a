import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import type { PictureWork } from './sandboxed/work.ts'
import { type Drawable, sniffPicture } from './sniff-picture.ts'

/**
 * WebP forms of a picture, one for each of `pixels`, upright and without metadata. 'square' is cropped to its middle,
 * 'inside' stays whole with that longer side. `pngPixels` adds a PNG form as the last.
 *
 * @throws Problem 'picture-unreadable' | 'pictures-refused' | 'busy'
 */
export async function makePicture(
  { pictures }: Pick<Context, 'pictures'>,
  bytes: Uint8Array,
  wanted: Omit<PictureWork, 'task'>,
): Promise<Buffer[]> {
  const form = sniffPicture(bytes)
  if (form === null || form === 'pdf') throw new Problem('picture-unreadable')
  return pictures.draw({ task: 'picture', ...wanted }, bytes)
}

/**
 * Checks the form of a picture that somebody sets as their own or their company's, before it costs anything: png, jpeg
 * or webp.
 *
 * @throws Problem 'picture-unreadable'
 */
export function requireSettable(bytes: Uint8Array): void {
  if (!SETTABLE.includes(sniffPicture(bytes))) throw new Problem('picture-unreadable')
}

const SETTABLE: ReadonlyArray<Drawable | null> = ['png', 'jpeg', 'webp']
