import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { halves, noise, pdf, photoWithPlace, pixelFlood, svg } from '#test/storage/picture-files'
import { makeLog } from '../log.ts'
import { makePdfThumbnail } from './make-pdf-thumbnail.ts'
import { makePicture } from './make-picture.ts'
import { openPictures } from './pictures.ts'

const ctx = { pictures: openPictures(makeLog('silent')) }
afterAll(() => ctx.pictures.close())

const avatar = { kind: 'square', pixels: [256, 64] } as const
const refused = { code: 'picture-unreadable' }

/** The colour at a point of a picture, as [red, green, blue]. */
async function colourAt(picture: Buffer, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(picture)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data]
}

describe('pictures', () => {
  test.each(['png', 'jpeg', 'webp', 'gif', 'tiff', 'avif'] as const)(
    'turns %s into two WebP squares',
    async (format) => {
      const bytes = await halves(500, 300).toFormat(format).toBuffer()
      const made = await makePicture(ctx, bytes, avatar)
      const forms = await Promise.all(made.map((one) => sharp(one).metadata()))
      expect(forms.map(({ format: as, width, height }) => ({ as, width, height }))).toEqual([
        { as: 'webp', width: 256, height: 256 },
        { as: 'webp', width: 64, height: 64 },
      ])
    },
  )

  test('turns a photo upright and removes where it was taken', async () => {
    const photo = await photoWithPlace()
    const { exif, orientation } = await sharp(photo).metadata()
    expect([exif?.includes('Telephone'), orientation]).toEqual([true, 6])
    const [large = Buffer.alloc(0), small = Buffer.alloc(0)] = await makePicture(ctx, photo, avatar)
    for (const form of [large, small]) {
      const told = Object.keys(await sharp(form).metadata())
      expect(told.filter((name) => ['exif', 'icc', 'iptc', 'xmp', 'orientation'].includes(name))).toEqual([])
      expect(form.toString('latin1')).not.toMatch(/EXIF|GPS|Telephone/i)
    }
    // Rotated by a quarter: the left side is now the top.
    expect((await colourAt(large, 128, 10))[0]).toBeGreaterThan(200)
    expect((await colourAt(large, 128, 245))[2]).toBeGreaterThan(200)
  })

  test("'inside' keeps the whole picture and enlarges nothing", async () => {
    const bytes = await halves(800, 200).png().toBuffer()
    const made = await makePicture(ctx, bytes, { kind: 'inside', pixels: [400, 2_000] })
    const forms = await Promise.all(made.map((one) => sharp(one).metadata()))
    expect(forms.map(({ width, height }) => [width, height])).toEqual([
      [400, 100],
      [800, 200],
    ])
  })

  test('refuses a flood of pixels by its header', async () => {
    const flood = await pixelFlood(60_000)
    expect(flood.length).toBeLessThan(4_000_000)
    await expect(makePicture(ctx, flood, avatar)).rejects.toMatchObject(refused)
  }, 60_000)

  test('refuses SVG before and inside the sandbox', async () => {
    await expect(makePicture(ctx, svg, avatar)).rejects.toMatchObject(refused)
    await expect(ctx.pictures.draw({ task: 'picture', ...avatar, pixels: [64] }, svg)).rejects.toMatchObject(refused)
  })

  test('refuses truncated, empty and foreign bytes', async () => {
    const png = await noise(200)
    const jpeg = await photoWithPlace()
    for (const bytes of [
      png.subarray(0, png.length / 2),
      jpeg.subarray(0, jpeg.length / 2),
      png.subarray(0, 20),
      Buffer.alloc(0),
      Buffer.from('not a picture'),
      pdf(),
    ]) {
      await expect(makePicture(ctx, bytes, avatar)).rejects.toMatchObject(refused)
    }
  })
})

describe('first pages of PDFs', () => {
  test('turns a page into WebP with that longer side', async () => {
    const page = await makePdfThumbnail(ctx, pdf(), 320)
    expect(await sharp(page).metadata()).toMatchObject({ format: 'webp', width: 226, height: 320 })
    expect((await colourAt(page, 110, 310))[0]).toBeGreaterThan(200)
    expect(await colourAt(page, 10, 10)).toEqual([255, 255, 255])
    const { channels } = await sharp(page).extract({ left: 20, top: 130, width: 120, height: 50 }).stats()
    expect(channels[0]?.min).toBeLessThan(100)
  })

  test('draws a document with scripts and external files without them', async () => {
    const scripted = pdf(
      '/OpenAction<</S/JavaScript/JS(app.launchURL\\("http://127.0.0.1/"\\))>>/AA<</WC<</S/URI/URI(http://127.0.0.1/)>>>>',
    )
    await expect(makePdfThumbnail(ctx, scripted, 64)).resolves.toBeInstanceOf(Buffer)
  })

  test('refuses bytes that are not a PDF, and a PDF that does not open', async () => {
    const locked = Buffer.from(
      pdf()
        .toString('latin1')
        .replace(
          'trailer<<',
          'trailer<</Encrypt<</Filter/Standard/V 1/R 2/P -4/O(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa)/U(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa)>>/ID[(a)(a)]',
        ),
      'latin1',
    )
    for (const bytes of [await photoWithPlace(), Buffer.from('%PDF-1.7\nnothing'), Buffer.alloc(0), locked]) {
      await expect(makePdfThumbnail(ctx, bytes, 64)).rejects.toMatchObject(refused)
    }
  })
})
