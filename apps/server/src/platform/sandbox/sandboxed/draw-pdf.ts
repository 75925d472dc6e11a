import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createCanvas } from '@napi-rs/canvas'
import { AnnotationMode, getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { drawPicture } from './draw-picture.ts'
import type { PdfWork } from './work.ts'

export interface Drawn {
  pictures: Buffer[]
  /** Of the whole document. */
  pages?: number
}

const MAX_IMAGE_PIXELS = 50_000_000
const root = join(dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs'))), '../..')
const folder = (name: string) => `${join(root, name)}/`

/**
 * One page as WebP on white, its longer side `pixels` long. Scripts in the document have no interpreter here;
 * forms and comments are drawn as they are. Throws for anything that is not a PDF or needs a
 * password, and for a page that it does not have.
 */
export async function drawPdf(bytes: Uint8Array, { pixels, page: nth = 1 }: PdfWork): Promise<Drawn> {
  const loading = getDocument({
    data: new Uint8Array(bytes),
    standardFontDataUrl: folder('standard_fonts'),
    cMapUrl: folder('cmaps'),
    wasmUrl: folder('wasm'),
    iccUrl: folder('iccs'),
    enableXfa: false,
    useSystemFonts: false,
    maxImageSize: MAX_IMAGE_PIXELS,
    verbosity: 0,
  })
  try {
    const document = await loading.promise
    const page = await document.getPage(nth)
    const whole = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: pixels / Math.max(whole.width, whole.height) })
    const canvas = createCanvas(Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height)))
    const surface = canvas as unknown as NonNullable<Parameters<typeof page.render>[0]['canvas']>
    await page.render({ canvas: surface, viewport, background: '#ffffff', annotationMode: AnnotationMode.ENABLE })
      .promise
    const drawing = drawPicture(canvas.toBuffer('image/png'), { task: 'picture', kind: 'inside', pixels: [pixels] })
    return { pictures: await drawing, pages: document.numPages }
  } finally {
    await loading.destroy()
  }
}
