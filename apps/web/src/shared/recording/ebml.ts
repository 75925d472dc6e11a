/** The parts of EBML (RFC 8794) that a WebM file is made of. */
export const ID = {
  header: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  referenceBlock: 0xfb,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueTrack: 0xf7,
  cueClusterPosition: 0xf1,
  /** Parts of the segment: one of them ends a cluster of unknown size. */
  levelOne: new Set([0x1f43b675, 0x1c53bb6b, 0x1549a966, 0x1654ae6b, 0x114d9b74, 0x1254c367, 0x1941a469, 0x1043a770]),
} as const

export interface Element {
  id: number
  /** Where it begins, its content begins, and it ends; `to` null: its size is unknown. */
  at: number
  from: number
  to: number | null
}

const WINDOW_BYTES = 1_048_576
/** More than any id, size and head of a frame. */
const HEAD_BYTES = 24

/** Reads a file from front to back, a mebibyte at a time. */
export class ByteWindow {
  readonly size: number
  readonly #file: Blob
  #from = 0
  #bytes = new Uint8Array()

  constructor(file: Blob) {
    this.#file = file
    this.size = file.size
  }

  /** The bytes from `place` on: at least 24, except at the end of the file. */
  async at(place: number): Promise<Uint8Array> {
    const end = this.#from + this.#bytes.length
    const isInside = place >= this.#from && (place + HEAD_BYTES <= end || (end === this.size && place <= end))
    if (!isInside) {
      this.#bytes = await this.copy(place, place + WINDOW_BYTES)
      this.#from = place
    }
    return this.#bytes.subarray(place - this.#from)
  }

  async copy(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.#file.slice(from, to).arrayBuffer())
  }

  /** Up to eight bytes, the highest first. */
  async uint(from: number, to: number): Promise<number> {
    const bytes = (await this.at(from)).subarray(0, Math.min(8, to - from))
    return bytes.reduce((value, byte) => value * 256 + byte, 0)
  }
}

/** Null at the end of the file, and where no element begins. */
export async function readElement(bytes: ByteWindow, at: number): Promise<Element | null> {
  const head = await bytes.at(at)
  const idWidth = widthOf(head[0])
  const sizeWidth = widthOf(head[idWidth])
  if (idWidth > 4 || sizeWidth > 8 || head.length < idWidth + sizeWidth) return null
  const id = head.subarray(0, idWidth).reduce((value, byte) => value * 256 + byte, 0)
  const [first = 0, ...rest] = head.subarray(idWidth, idWidth + sizeWidth)
  const marker = 0xff >> sizeWidth
  const size = rest.reduce((value, byte) => value * 256 + byte, first & marker)
  const isUnknown = (first & marker) === marker && rest.every((byte) => byte === 0xff)
  const from = at + idWidth + sizeWidth
  return { id, at, from, to: isUnknown ? null : from + size }
}

/** The leading zero bits of its first byte tell how long a number is; 9 for none. */
const widthOf = (first: number | undefined): number => Math.clz32(first ?? 0) - 23

export function idBytes(id: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, id)
  return bytes.subarray(bytes.findIndex((byte) => byte !== 0))
}

/** Always in eight bytes. */
export function sizeBytes(size: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(size))
  bytes[0] = 1
  return bytes
}

export function withSize(id: number, content: Uint8Array): Uint8Array {
  const name = idBytes(id)
  const all = new Uint8Array(name.length + 8 + content.length)
  all.set(name)
  all.set(sizeBytes(content.length), name.length)
  all.set(content, name.length + 8)
  return all
}

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
