import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import type { PictureWork } from './sandboxed/work.ts'
import { sniffPicture } from './sniff-picture.ts'

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
