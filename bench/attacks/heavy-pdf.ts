import { deflateSync } from 'node:zlib'

const OPERATORS = 400_000

/** A small file that is slow to draw: one page of many short lines. */
export function heavyPdf(): Buffer {
  const lines = Array.from({ length: OPERATORS / 2 }, (_none, nth) => `${nth % 600} ${nth % 800} m ${nth % 599} 9 l S`)
  const drawing = deflateSync(Buffer.from(lines.join('\n')))
  const objects = [
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from('<</Type/Pages/Kids[3 0 R]/Count 1>>'),
    Buffer.from('<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R>>'),
    Buffer.concat([
      Buffer.from(`<</Length ${drawing.length}/Filter/FlateDecode>>\nstream\n`),
      drawing,
      Buffer.from('\nendstream'),
    ]),
  ]
  const pieces = [Buffer.from('%PDF-1.4\n')]
  const at: number[] = []
  for (const [nth, object] of objects.entries()) {
    at.push(pieces.reduce((sum, { length }) => sum + length, 0))
    pieces.push(Buffer.from(`${nth + 1} 0 obj\n`), object, Buffer.from('\nendobj\n'))
  }
  const start = pieces.reduce((sum, { length }) => sum + length, 0)
  const table = at.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  pieces.push(
    Buffer.from(
      `xref\n0 5\n0000000000 65535 f \n${table}trailer\n<</Size 5/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(pieces)
}
