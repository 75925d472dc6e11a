import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

/** Where the drawn icons are kept; `node apps/server/test/pages/draw-icons.ts` draws them again after a change. */
const ICON_FOLDER = join(import.meta.dirname, '../../../web/public')
const PAPER = '#FAF8F4'

interface Drawn {
  name: string
  px: number
  /** The mark's width, as a part of the icon's. */
  share: number
  /** A page's tab shows through the icon; a home screen would make it black. */
  background: string | null
}

/** The middle of a maskable icon, a circle of 80 % of its width, is all that is sure to be seen (W3C manifest). */
const drawnIcons: readonly Drawn[] = [
  { name: 'apple-touch-icon.png', px: 180, share: 0.72, background: PAPER },
  { name: 'icon-192.png', px: 192, share: 0.8, background: PAPER },
  { name: 'icon-512.png', px: 512, share: 0.8, background: PAPER },
  { name: 'icon-maskable-512.png', px: 512, share: 0.56, background: PAPER },
]
const TAB_PX = 32

/** Every icon in another form than `favicon.svg`, drawn from it, by the name of its file. */
export async function drawIcons(): Promise<Map<string, Buffer>> {
  const icons = new Map<string, Buffer>()
  for (const one of drawnIcons) icons.set(one.name, await draw(one))
  const tab = await draw({ name: '', px: TAB_PX, share: 1, background: null })
  icons.set('favicon.ico', asIco(tab, TAB_PX))
  return icons
}

async function draw({ px, share, background }: Drawn): Promise<Buffer> {
  const mark = Math.round(px * share)
  const svg = readFileSync(join(ICON_FOLDER, 'favicon.svg'))
  const input = await sharp(svg, { density: (72 * mark) / 32 })
    .resize(mark, mark)
    .png()
    .toBuffer()
  const edge = Math.floor((px - mark) / 2)
  return sharp({
    create: { width: px, height: px, channels: 4, background: background ?? { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .composite([{ input, left: edge, top: edge }])
    .png({ compressionLevel: 9, palette: background !== null })
    .toBuffer()
}

/** One picture in the container that `favicon.ico` has to be. */
function asIco(png: Buffer, px: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(px, 6)
  head.writeUInt8(px, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

if (import.meta.main) {
  for (const [name, bytes] of await drawIcons()) writeFileSync(join(ICON_FOLDER, name), bytes)
}
