import { createHash } from 'node:crypto'
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'
import { type Face, faces, readFont } from '../platform/paper/fonts.ts'
import { wrapText } from '../platform/paper/wrap-text.ts'

const [WIDTH, HEIGHT] = [1200, 630]
const LEFT = 132
const TITLE_PX = 68
const TITLE_LINES = 3
const HAN = /\p{Script=Han}/u

/** Fonts are read when a title first needs them: the Chinese ones are large. */
const read = new Set<string>()

function family(face: Face, text: string): string {
  const files = faces[face].filter((file) => !/NotoSansHans/.test(file) || HAN.test(text))
  const names = files.map((file) => `waybill-${createHash('sha256').update(file).digest('hex').slice(0, 8)}`)
  for (const [at, file] of files.entries()) {
    const name = names[at] ?? ''
    if (read.has(name)) continue
    GlobalFonts.register(readFont(file), name)
    read.add(name)
  }
  return names.join(', ')
}

/** What programs show beside a link to a public page: its title on a slip, 1200 × 630 pixels, as PNG. */
export async function drawPreview(title: string, host: string): Promise<Buffer> {
  const canvas = createCanvas(WIDTH, HEIGHT)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#FAF8F4'
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  drawSlip(pen)
  drawMark(pen)
  pen.fillStyle = '#17212B'
  pen.font = `38px ${family('strong', '')}`
  pen.fillText('Waybill', LEFT + 66, 168)
  pen.font = `${TITLE_PX}px ${family('strong', title)}`
  const lines = wrapText(title, WIDTH - 2 * LEFT, (word) => pen.measureText(word).width).slice(0, TITLE_LINES)
  for (const [at, line] of lines.entries()) pen.fillText(line, LEFT, 280 + at * TITLE_PX * 1.2)
  pen.fillStyle = '#5B6875'
  pen.font = `26px ${family('mono', '')}`
  pen.fillText(host, LEFT, 536)
  drawRoute(pen)
  return canvas.encode('png')
}

/** A sheet whose upper edge is perforated. */
function drawSlip(pen: SKRSContext2D): void {
  pen.fillStyle = '#E4DFD5'
  pen.fillRect(71, 73, WIDTH - 142, HEIGHT - 144)
  pen.fillStyle = '#FFFFFF'
  pen.fillRect(72, 72, WIDTH - 144, HEIGHT - 146)
  pen.fillStyle = '#FAF8F4'
  for (let x = 84; x < WIDTH - 72; x += 24) {
    pen.beginPath()
    pen.arc(x, 72, 6, 0, 2 * Math.PI)
    pen.fill()
  }
}

function drawMark(pen: SKRSContext2D): void {
  pen.save()
  pen.translate(LEFT - 4, 128)
  pen.scale(1.6, 1.6)
  pen.lineWidth = 2.4
  pen.lineJoin = 'round'
  pen.lineCap = 'round'
  pen.strokeStyle = '#17212B'
  pen.beginPath()
  pen.roundRect(2.5, 5, 27, 22, 4)
  pen.stroke()
  drawLine(pen, [8.2, 20.4, 12.6, 12, 16.2, 18.2, 19.6, 12, 23.9, 20.4])
  pen.restore()
}

function drawLine(pen: SKRSContext2D, points: readonly number[]): void {
  pen.strokeStyle = '#C8371B'
  pen.beginPath()
  for (let at = 0; at < points.length; at += 2) pen.lineTo(points[at] ?? 0, points[at + 1] ?? 0)
  pen.stroke()
}

/** The way of a transfer, along the foot. */
function drawRoute(pen: SKRSContext2D): void {
  pen.lineWidth = 3
  pen.strokeStyle = '#B9B3A7'
  pen.setLineDash([10, 8])
  pen.beginPath()
  pen.moveTo(LEFT + 16, 476)
  pen.lineTo(WIDTH - LEFT - 16, 476)
  pen.stroke()
  pen.setLineDash([])
  for (const [x, colour] of [
    [LEFT + 8, '#17212B'],
    [WIDTH - LEFT - 8, '#C8371B'],
  ] as const) {
    pen.strokeStyle = colour
    pen.beginPath()
    pen.arc(x, 476, 8, 0, 2 * Math.PI)
    pen.stroke()
  }
}
