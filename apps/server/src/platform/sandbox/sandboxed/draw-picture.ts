import sharp from 'sharp'
import type { PictureWork } from './work.ts'

/** A photo of 50 megapixels takes some 200 MB to draw; anything larger is refused by its header. */
const MAX_PIXELS = 50_000_000
const WEBP = { quality: 82, effort: 4 }
const PNG = { compressionLevel: 9 }

sharp.concurrency(1)
sharp.cache(false)
// Decoders are allowed one by one: libvips has more of them, such as SVG and PDF, than pictures need.
sharp.block({ operation: ['VipsForeignLoad'] })
const readers = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif']
sharp.unblock({ operation: readers.map((reader) => `VipsForeignLoad${reader}`) })

/** The picture's forms as WebP, and as PNG where one is wanted, upright, in sRGB, without any metadata. Throws for anything that is not a picture. */
export async function drawPicture(bytes: Uint8Array, { kind, pixels, pngPixels }: PictureWork): Promise<Buffer[]> {
  const side = Math.max(...pixels, pngPixels ?? 0)
  const largest = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(side, side, fitOf(kind))
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = largest.info
  const resized = (wanted: number) =>
    sharp(largest.data, { raw: { width, height, channels } }).resize(wanted, wanted, fitOf(kind))
  const forms = pixels.map((wanted) => resized(wanted).webp(WEBP).toBuffer())
  return Promise.all(pngPixels === undefined ? forms : [...forms, resized(pngPixels).png(PNG).toBuffer()])
}

const fitOf = (kind: PictureWork['kind']) =>
  kind === 'square' ? ({ fit: 'cover' } as const) : ({ fit: 'inside', withoutEnlargement: true } as const)
