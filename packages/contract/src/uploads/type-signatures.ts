/**
 * Whether a file begins as its extension says. For requests that require types: the first bytes reveal a picture
 * renamed to a document. Extensions without a signature pass.
 */
import { extensionOf } from '../core/names.ts'

type Mark = readonly [offset: number, text: string]

const ZIP: readonly Mark[][] = [[[0, 'PK\x03\x04']], [[0, 'PK\x05\x06']]]
const OLE: readonly Mark[][] = [[[0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1']]]
const JPEG: readonly Mark[][] = [[[0, '\xff\xd8\xff']]]
const TIFF: readonly Mark[][] = [[[0, 'II*\0']], [[0, 'MM\0*']], [[0, 'II+\0']], [[0, 'MM\0+']]]
const ISO_MEDIA: readonly Mark[][] = [[[4, 'ftyp']]]

/** Each extension's signatures, one of which must be present completely. Written in Latin-1. */
const MARKS: Readonly<Record<string, readonly (readonly Mark[])[]>> = {
  png: [[[0, '\x89PNG\r\n\x1a\n']]],
  jpg: JPEG,
  jpeg: JPEG,
  gif: [[[0, 'GIF87a']], [[0, 'GIF89a']]],
  webp: [
    [
      [0, 'RIFF'],
      [8, 'WEBP'],
    ],
  ],
  bmp: [[[0, 'BM']]],
  tif: TIFF,
  tiff: TIFF,
  heic: ISO_MEDIA,
  heif: ISO_MEDIA,
  mp4: ISO_MEDIA,
  mov: [...ISO_MEDIA, [[4, 'moov']], [[4, 'mdat']], [[4, 'wide']], [[4, 'free']]],
  zip: ZIP,
  docx: [...ZIP, ...OLE],
  xlsx: [...ZIP, ...OLE],
  pptx: [...ZIP, ...OLE],
  odt: ZIP,
  ods: ZIP,
  odp: ZIP,
  doc: [...OLE, [[0, '{\\rtf']]],
  xls: OLE,
  ppt: OLE,
  rtf: [[[0, '{\\rtf']]],
  rar: [[[0, 'Rar!\x1a\x07']]],
  '7z': [[[0, '7z\xbc\xaf\x27\x1c']]],
  gz: [[[0, '\x1f\x8b']]],
  dwg: [[[0, 'AC10']], [[0, 'AC1.']], [[0, 'AC2.']]],
}

/** How far into a file its version line may be (ISO 32000-1, annex H.3.4.1, where readers look for it). */
const PDF_HEAD_BYTES = 1_024

/** False where the first bytes contradict the extension. `firstBytes` are at least 1,024, or the whole file. */
export function beginsAsNamed(path: string, firstBytes: Uint8Array): boolean {
  const type = extensionOf(path)
  const text = String.fromCharCode(...firstBytes.subarray(0, PDF_HEAD_BYTES))
  if (type === 'pdf') return text.includes('%PDF-')
  const marks = MARKS[type]
  if (marks === undefined) return true
  return marks.some((all) => all.every(([offset, mark]) => text.startsWith(mark, offset)))
}
