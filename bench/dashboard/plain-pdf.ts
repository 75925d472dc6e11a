/**
 * The smallest cost of a PDF of this many files with the same library and fonts: three plain lines each, without
 * measuring, wrapping or rules. Prints its CPU time in seconds.
 *
 *      node bench/dashboard/plain-pdf.ts <files> <name of a file> <line below it>
 */
import { createHash } from 'node:crypto'
import PDFDocument from 'pdfkit'
import { type Face, faces, readFont } from '../../apps/server/src/platform/paper/fonts.ts'

const LINE = 13
const PER_PAGE = 54
const [count = '1500', name = '', below = ''] = process.argv.slice(2)
const doc = new PDFDocument({ size: 'A4', margin: 0 })
doc.on('data', () => {})
const ended = new Promise((resolve) => doc.on('end', resolve))
// The whole line uses the one font that has all of its characters.
const isHan = (text: string) => /\p{Ideographic}/u.test(text)
const fontOf = (face: Face, text: string) => (isHan(text) ? faces[face].at(-1) : faces[face][0]) ?? ''
const registered = new Set<string>()
let lines = 0
const write = (text: string, face: Face, size: number) => {
  const file = fontOf(face, text)
  if (!registered.has(file)) doc.registerFont(file, readFont(file))
  registered.add(file)
  if (lines > 0 && lines % PER_PAGE === 0) doc.addPage()
  doc.font(file, size).text(text, 48, 48 + (lines % PER_PAGE) * LINE, { lineBreak: false })
  lines += 1
}
for (let nth = 0; nth < Number(count); nth += 1) {
  write(name.replace('#', String(nth)), 'strong', 9.5)
  write(`SHA-256 ${createHash('sha256').update(String(nth)).digest('hex')}`, 'mono', 7.4)
  write(below.replace('#', String(nth)), 'text', 8.5)
}
doc.end()
await ended
const { user, system } = process.cpuUsage()
console.log((user + system) / 1e6)
