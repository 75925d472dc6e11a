import sharp from 'sharp'
import type { PictureWork } from './work.ts'

/** A photo of 50 megapixels takes some 200 MB to draw; anything larger is refused by its header. */
const MAX_PIXELS = 50_000_000
const WEBP = { quality: 82, effort: 4 }

sharp.concurrency(1)
sharp.cache(false)
// Decoders are allowed one by one: libvips has more of them, such as SVG and PDF, than pictures need.
sharp.block({ operation: ['VipsForeignLoad'] })
const readers = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif']
sharp.unblock({ operation: readers.map((reader) => `VipsForeignLoad${reader}`) })

/** The picture's forms as WebP, upright, in sRGB, without any metadata. Throws for anything that is not a picture. */
export async function drawPicture(bytes: Uint8Array, { kind, pixels }: PictureWork): Promise<Buffer[]> {
  const side = Math.max(...pixels)
  const largest = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(side, side, fitOf(kind))
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = largest.info
  const again = () => sharp(largest.data, { raw: { width, height, channels } })
  return Promise.all(pixels.map((wanted) => again().resize(wanted, wanted, fitOf(kind)).webp(WEBP).toBuffer()))
}

const fitOf = (kind: PictureWork['kind']) =>
  kind === 'square' ? ({ fit: 'cover' } as const) : ({ fit: 'inside', withoutEnlargement: true } as const)
