import { joined } from './ebml.ts'

/** The boxes that an MP4 file is made of (ISO/IEC 14496-12). */
export interface Box {
  type: string
  /** Where it begins, its content begins, and it ends. */
  at: number
  from: number
  to: number
}

const HEAD_BYTES = 8
const LARGE_HEAD_BYTES = 16

export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

/** The box at `at`, whose bytes begin with `head`; one without a size ends at `end`. Null where none begins. */
export function readBox(head: Uint8Array, at: number, end: number): Box | null {
  if (head.length < HEAD_BYTES) return null
  const view = viewOf(head)
  const size = view.getUint32(0)
  const isLarge = size === 1
  if (isLarge && head.length < LARGE_HEAD_BYTES) return null
  const from = at + (isLarge ? LARGE_HEAD_BYTES : HEAD_BYTES)
  const to = size === 0 ? end : at + (isLarge ? Number(view.getBigUint64(HEAD_BYTES)) : size)
  return to < from ? null : { type: String.fromCharCode(...head.subarray(4, HEAD_BYTES)), at, from, to }
}

/** The whole boxes between two places. */
export function boxesIn(bytes: Uint8Array, from = 0, to = bytes.length): Box[] {
  const boxes: Box[] = []
  for (let at = from; at < to; ) {
    const box = readBox(bytes.subarray(at, to), at, to)
    if (box === null || box.to > to) break
    boxes.push(box)
    at = box.to
  }
  return boxes
}

/** The first box on a path of types below another one. */
export function findBox(bytes: Uint8Array, within: Box, ...path: readonly string[]): Box | null {
  let box: Box | undefined = within
  for (const type of path) {
    box = boxesIn(bytes, box.from, box.to).find((one) => one.type === type)
    if (box === undefined) return null
  }
  return box
}

/** Version and flags, at the start of most boxes. */
export const versionOf = (bytes: Uint8Array, { from }: Box): number => bytes[from] ?? 0
export const flagsOf = (bytes: Uint8Array, { from }: Box): number => viewOf(bytes).getUint32(from) & 0xffffff

export const letters = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

/** Numbers of 32 bits; negative ones as their complement. */
export function numbers(values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 4)
  const view = viewOf(bytes)
  for (const [nth, value] of values.entries()) view.setUint32(nth * 4, value)
  return bytes
}

export const makeBox = (type: string, ...content: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
  joined([numbers([content.reduce((sum, { length }) => sum + length, HEAD_BYTES)]), letters(type), ...content])
