import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import { sniffPicture } from './sniff-picture.ts'

/**
 * The first page of a PDF as WebP, its longer side `pixels` long.
 *
 * @throws Problem 'picture-unreadable', even for one that needs a password; 'pictures-refused'; 'busy'
 */
export async function makePdfThumbnail(
  { pictures }: Pick<Context, 'pictures'>,
  bytes: Uint8Array,
  pixels: number,
): Promise<Buffer> {
  if (sniffPicture(bytes) !== 'pdf') throw new Problem('picture-unreadable')
  const [page] = await pictures.draw({ task: 'pdf', pixels }, bytes)
  return page as Buffer
}
