/** Pictures and documents as ordinary and malicious people upload them. */
import { crc32, createDeflate, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Red on the left, blue on the right. */
export const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    {
      input: { create: { width: Math.floor(width / 2), height, channels: 3, background: '#0000ff' } },
      gravity: 'east',
    },
  ])

/** A phone's photo: taken sideways, with its location. */
export const photoWithPlace = (): Promise<Buffer> =>
  halves(400, 300)
    .withExif({
      IFD0: { Make: 'Telephone' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '22/1 16/1 4200/100',
        GPSLongitudeRef: 'E',
        GPSLongitude: '114/1 9/1 0/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

/** Incompressible for any encoder: slow to draw, large to send. */
export async function noise(side: number): Promise<Buffer> {
  const raw = Buffer.alloc(side * side * 3)
  for (let at = 0, seed = 1; at < raw.length; at += 1) {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
    raw[at] = seed >> 16
  }
  return sharp(raw, { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
}

function chunk(type: string, body: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}

/** A valid PNG of `side` × `side` black pixels in few bytes. */
export async function pixelFlood(side: number): Promise<Buffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const rows = Buffer.alloc((Math.ceil(side / 8) + 1) * 1_000)
  const deflate = createDeflate({ level: 1 })
  const packed: Buffer[] = []
  deflate.on('data', (bytes: Buffer) => packed.push(bytes))
  for (let row = 0; row < side; row += 1_000) {
    await new Promise((resolve) => deflate.write(rows, resolve))
  }
  await new Promise((resolve) => deflate.once('end', resolve).end())
  const magic = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    magic,
    chunk('IHDR', header),
    chunk('IDAT', Buffer.concat(packed)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script><rect width="10" height="10"/></svg>',
)

/** One page with a word and a red box at its bottom; `more` goes into the catalog. */
export function pdf(more = ''): Buffer {
  const drawing = 'BT /F1 60 Tf 80 400 Td (Waybill) Tj ET 1 0 0 rg 0 0 595 200 re f'
  const packed = deflateSync(Buffer.from(drawing))
  const head = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R ${more}>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length ${packed.length}/Filter/FlateDecode>>stream
`
  const foot = `
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
`
  return Buffer.concat([Buffer.from(head), packed, Buffer.from(foot)])
}

/** A PDF of some 100 KB whose page is drawn with 400,000 curves. */
export function heavyPdf(): Buffer {
  const curves = Array.from(
    { length: 200 },
    (_none, nth) => `${nth % 600} ${(nth * 7) % 800} m 9 9 300 ${nth} 595 ${nth % 842} c S\n`,
  )
  const drawing = deflateSync(Buffer.from(curves.join('').repeat(2_000)))
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R>>',
  ].map((body, nth) => Buffer.from(`${nth + 1} 0 obj${body}endobj\n`))
  const head = Buffer.from(`4 0 obj<</Filter/FlateDecode/Length ${drawing.length}>>stream\n`)
  const parts = [Buffer.from('%PDF-1.7\n'), ...objects, head, drawing, Buffer.from('\nendstream endobj\n')]
  return Buffer.concat([...parts, Buffer.from('trailer<</Root 1 0 R/Size 5>>\n%%EOF\n')])
}

/** A PDF of so many pages, each with its number. */
export function pagedPdf(count: number): Buffer {
  const kids = Array.from({ length: count }, (_none, nth) => `${nth + 4} 0 R`).join(' ')
  const pages = Array.from(
    { length: count },
    (_none, nth) => `${nth + 4} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 3 0 R>>endobj\n`,
  )
  const drawing = '1 0 0 rg 0 0 595 200 re f'
  return Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[${kids}]/Count ${count}>>endobj
3 0 obj<</Length ${drawing.length}>>stream
${drawing}
endstream endobj
${pages.join('')}trailer<</Root 1 0 R>>
`)
}
